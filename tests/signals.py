"""Signals that who started the tests ignores, as nohup does, would be ignored by what they run."""

import signal

_DEFAULT = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


def heed_signals() -> None:
    """Answer Ctrl-C, SIGTERM and SIGHUP as usual; processes started from here on do so too."""
    for number, usual in _DEFAULT.items():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
