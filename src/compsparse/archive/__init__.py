"""Results as a file to publish: a Workflow Run RO-Crate in which an audit holds, elsewhere too."""
