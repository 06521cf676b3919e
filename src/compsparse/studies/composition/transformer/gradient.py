"""The gradient of the transformer's loss by hand: training spends its time here.

The loss is the mean cross-entropy of the labelled hops under ``model.logits``; a test holds both
against automatic differentiation. Four things make it faster than that: arrays are reused from
step to step, for fresh memory costs as much as the arithmetic on it; queries, keys and values are
stored apart, as batched products of small matrices need them; what the derivative of GELU needs is
kept; and the first block multiplies each of the k N^2 distinct tokens once, not once a sequence.
"""

import math
from collections.abc import Callable

import torch
from jaxtyping import Float, Int64
from torch import Tensor

from compsparse.studies.composition.transformer.model import Shape

# GELU by the hyperbolic tangent is x sigmoid(x (slope + slope bend x^2))
_SLOPE, _BEND = 2 * math.sqrt(2 / math.pi), 0.044715
_EPSILON = 1e-5  # what torch adds to a variance


class _Normalised:
    """Rows of mean zero and variance one, and their inverse standard deviations."""

    def __init__(self, rows: Callable[[int], Tensor], spare: Tensor) -> None:
        """``spare`` is scratch memory."""
        self.values, self._inverse, self._spare = torch.empty_like(spare), rows(1), spare

    def fill(self, rows: Float[Tensor, "model row width"]) -> None:
        """Normalise rows."""
        torch.sub(rows, rows.mean(dim=-1, keepdim=True), out=self.values)
        torch.mul(self.values, self.values, out=self._spare)
        torch.mean(self._spare, dim=-1, keepdim=True, out=self._inverse)
        self.values.mul_(self._inverse.add_(_EPSILON).rsqrt_())

    def backward(self, gradient: Float[Tensor, "model row width"]) -> None:
        """Turn the gradient of the output, in place, into that of the input."""
        torch.mul(gradient, self.values, out=self._spare)
        along = self._spare.mean(dim=-1, keepdim=True)
        gradient -= gradient.mean(dim=-1, keepdim=True)
        gradient.addcmul_(self.values, along, value=-1).mul_(self._inverse)


class _Attention:
    """Attention of a block: weights of each sequence and head, and their part of the gradient."""

    def __init__(self, shape: Shape, models: int, work: Tensor, changes: Tensor) -> None:
        """``work`` (two arrays) and ``changes`` (three) are scratch memory."""
        self._shape, self._models = shape, models
        self._part = shape.width // shape.heads
        self._work, self._spare = work
        self._weights, self._carried = torch.empty_like(work[0]), torch.empty_like(changes[0])
        self._changes = changes

    def _apart(self, rows: Float[Tensor, "model row width"]) -> Float[Tensor, "group token part"]:
        """Return rows by sequence and head: a view where there is one head."""
        tokens, heads = self._shape.tokens, self._shape.heads
        by_head = rows.reshape(-1, tokens, heads, self._part).transpose(1, 2)
        return by_head.reshape(-1, tokens, self._part)

    def _joined(self, groups: Float[Tensor, "group token part"]) -> Tensor:
        """Invert ``_apart``."""
        tokens, heads = self._shape.tokens, self._shape.heads
        by_token = groups.reshape(-1, heads, tokens, self._part).transpose(1, 2)
        return by_token.reshape(self._models, -1, self._shape.width)

    def forward(self, projected: list[Float[Tensor, "model row width"]]) -> None:
        """Attend; ``projected`` are queries, keys and values."""
        query, key, value = map(self._apart, projected)
        scale = self._part**-0.5
        torch.baddbmm(self._work, query, key.mT, beta=0, alpha=scale, out=self._work)
        torch.softmax(self._work, dim=-1, out=self._weights)
        torch.bmm(self._weights, value, out=self._carried)

    @property
    def carried(self) -> Float[Tensor, "model row width"]:
        """The output of attention."""
        return self._joined(self._carried)

    def backward(
        self,
        projected: list[Float[Tensor, "model row width"]],
        gradient: Float[Tensor, "model row width"],
    ) -> list[Tensor]:
        """Return the gradients of queries, keys and values from that of the output."""
        query, key, value = map(self._apart, projected)
        carried, scale = self._apart(gradient), self._part**-0.5
        to_query, to_key, to_value = self._changes
        torch.bmm(self._weights.mT, carried, out=to_value)
        torch.bmm(carried, value.mT, out=self._work)
        torch.mul(self._work, self._weights, out=self._spare)
        self._work.sub_(self._spare.sum(dim=-1, keepdim=True)).mul_(self._weights)
        torch.baddbmm(to_query, self._work, key, beta=0, alpha=scale, out=to_query)
        torch.baddbmm(to_key, self._work.mT, query, beta=0, alpha=scale, out=to_key)
        return [self._joined(change) for change in self._changes]


class _Gelu:
    """GELU, and what its derivative needs."""

    def __init__(self, rows: Callable[[int], Tensor], width: int) -> None:
        self._slope, self._gate, self.out = rows(width), rows(width), rows(width)
        self._constant = torch.tensor(_SLOPE, dtype=self.out.dtype)

    def forward(self, rows: Float[Tensor, "model row wide"]) -> None:
        """Fill ``out``."""
        torch.addcmul(self._constant, rows, rows, value=_SLOPE * _BEND, out=self._slope)
        torch.mul(self._slope, rows, out=self._gate).sigmoid_()
        torch.mul(rows, self._gate, out=self.out)

    def backward(self, gradient: Float[Tensor, "model row wide"]) -> None:
        """Turn the gradient of the output, in place, into that of the input; overwrites ``out``."""
        # gate + out (1 - gate) (3 slope - 2 constant)
        self._slope.sub_(2 * _SLOPE / 3).mul_(self.out)
        self._slope.sub_(torch.mul(self._slope, self._gate, out=self.out))
        gradient.mul_(torch.add(self._gate, self._slope, alpha=3, out=self._slope))


class Gradient:
    """Gradients of independent models, for batches of one size.

    A call overwrites the result of the last one.
    """

    def __init__(
        self, shape: Shape, models: int, batch: int, dtype: torch.dtype = torch.float32
    ) -> None:
        """``batch`` is the number of sequences of a step."""
        self._shape, self._models = shape, models
        d, layers = shape.width, range(shape.layers)

        def empty(*sizes: int) -> Tensor:
            return torch.empty(sizes, dtype=dtype)

        def rows(width: int) -> Tensor:
            return empty(models, batch * shape.tokens, width)

        def distinct(width: int) -> Tensor:
            return empty(models, shape.tokens * shape.symbols, width)

        spare, self._spare = rows(d), distinct(d)
        groups = models * batch * shape.heads
        work = empty(2, groups, shape.tokens, shape.tokens)
        changes = empty(3, groups, shape.tokens, d // shape.heads)
        # between blocks; the first are normalised as distinct tokens
        self._streams = [rows(d) for _ in range(shape.layers + 1)]
        self._normalised = [_Normalised(distinct, distinct(d))]
        self._normalised += [_Normalised(rows, spare) for _ in layers]
        self._projected = [[rows(d) for _ in range(3)] for _ in layers]
        self._attention = [_Attention(shape, models, work, changes) for _ in layers]
        self._between = [rows(d) for _ in layers]
        self._between_normalised = [_Normalised(rows, spare) for _ in layers]
        self._gelu = [_Gelu(rows, 2 * d) for _ in layers]
        self._wide, self._flow, self._through = rows(2 * d), rows(d), rows(d)
        self._distinct, self._collected = distinct(d), distinct(d)
        self._sizes = [math.prod(size) for size, _ in shape.parts()]
        self._gradient = empty(models, sum(self._sizes))

    @torch.no_grad()
    def __call__(
        self,
        weights: Float[Tensor, "model weight"],
        read: Int64[Tensor, "model batch fold n"],
        answers: list[Int64[Tensor, "model batch fold n"]],
        labelled: slice,
    ) -> Float[Tensor, "model weight"]:
        """Return the gradient of each model's own mean loss.

        Args:
            weights: a model in each row, in the order of ``Shape.parts``.
            read: permutations that are read.
            answers: to every hop.
            labelled: the hops that count.
        """
        codes, blocks, reading = self._parts(weights)
        self._gradient.zero_()
        to_codes, to_blocks, to_reading = self._parts(self._gradient)
        pairs = self._pairs(read)
        labels = self._labels(labelled)
        last = max(layer for layer, _ in labels)  # later blocks do not affect the loss
        self._embed(codes, pairs)
        for layer in range(last + 1):
            self._forward(layer, blocks[layer], pairs)
        self._flow.zero_()
        self._through.zero_()
        share = 1 / (answers[0][0].numel() * (labelled.stop - labelled.start))
        for layer in range(last, -1, -1):
            for after, hops in labels:
                if after == layer:
                    self._readout(layer, hops, reading, to_reading, answers[hops], share)
            self._backward(layer, blocks[layer], to_blocks[layer], pairs)
        self._embed_backward(to_codes, pairs)
        return self._gradient

    def _parts(
        self, weights: Float[Tensor, "model weight"]
    ) -> tuple[list[Tensor], list[list[Tensor]], list[Tensor]]:
        """Return embeddings, matrices and biases of each block, and those of the readout."""
        pieces = zip(torch.split(weights, self._sizes, dim=1), self._shape.parts(), strict=True)
        parts = [piece.reshape(self._models, *size) for piece, (size, _) in pieces]
        return parts[:2], [parts[i : i + 6] for i in range(2, len(parts) - 2, 6)], parts[-2:]

    def _pairs(self, read: Int64[Tensor, "model batch fold n"]) -> Int64[Tensor, "all_rows"]:
        """Return the index of each token among the k N^2 distinct tokens of each model."""
        tokens, symbols = self._shape.tokens, self._shape.symbols
        places = torch.arange(tokens).reshape(-1, symbols) * symbols
        models = torch.arange(self._models)[:, None, None, None] * (tokens * symbols)
        return (read + places + models).reshape(-1)

    def _labels(self, labelled: slice) -> list[tuple[int, slice]]:
        """Return layers and the labelled hops read after them."""
        symbols, found = self._shape.symbols, []
        for layer, answers in self._shape.readouts():
            start = max(answers.start // symbols, labelled.start)
            stop = min(answers.stop // symbols, labelled.stop)
            if start < stop:
                found.append((layer, slice(start, stop)))
        return found

    def _embed(self, codes: list[Tensor], pairs: Int64[Tensor, "all_rows"]) -> None:
        """Fill the first stream: embeddings of (i, j) and of (i, sigma_i(j))."""
        folds, symbols, width = self._shape.folds, self._shape.symbols, self._shape.width
        position, value = (code.reshape(self._models, folds, symbols, width) for code in codes)
        torch.add(
            position[:, :, :, None],
            value[:, :, None],
            out=self._distinct.view(self._models, folds, symbols, symbols, width),
        )
        self._spread(self._distinct, pairs, self._streams[0])

    def _embed_backward(self, to_codes: list[Tensor], pairs: Int64[Tensor, "all_rows"]) -> None:
        folds, symbols, width = self._shape.folds, self._shape.symbols, self._shape.width
        self._spare += self._collect(self._flow, pairs)
        tokens = self._spare.view(self._models, folds, symbols, symbols, width)
        for to_code, read_or_place in zip(to_codes, (3, 2), strict=True):
            torch.sum(
                tokens, dim=read_or_place, out=to_code.view(self._models, folds, symbols, width)
            )

    def _spread(self, distinct: Tensor, pairs: Int64[Tensor, "all_rows"], rows: Tensor) -> None:
        """Fill the row of each token with that of its pair."""
        width = self._shape.width
        torch.index_select(distinct.view(-1, width), 0, pairs, out=rows.view(-1, width))

    def _collect(self, rows: Tensor, pairs: Int64[Tensor, "all_rows"]) -> Tensor:
        """Return the sum over the tokens of each pair."""
        width = self._shape.width
        self._collected.zero_().view(-1, width).index_add_(0, pairs, rows.reshape(-1, width))
        return self._collected

    def _forward(self, layer: int, block: list[Tensor], pairs: Int64[Tensor, "all_rows"]) -> None:
        """Fill the next stream, also normalised, and what ``_backward`` needs."""
        project, out, up, up_bias, down, down_bias = block
        normalised, projected = self._normalised[layer], self._projected[layer]
        if layer == 0:
            normalised.fill(self._distinct)
        matrices = torch.split(project, self._shape.width, dim=2)
        for rows, matrix in zip(projected, matrices, strict=True):
            if layer == 0:
                self._spread(torch.bmm(normalised.values, matrix, out=self._spare), pairs, rows)
            else:
                torch.bmm(normalised.values, matrix, out=rows)
        attention, gelu = self._attention[layer], self._gelu[layer]
        attention.forward(projected)
        between, between_normalised = self._between[layer], self._between_normalised[layer]
        torch.baddbmm(self._streams[layer], attention.carried, out, out=between)
        between_normalised.fill(between)
        gelu.forward(torch.baddbmm(up_bias, between_normalised.values, up, out=self._wide))
        stream = self._streams[layer + 1]
        torch.baddbmm(between, gelu.out, down, out=stream).add_(down_bias)
        self._normalised[layer + 1].fill(stream)

    def _readout(
        self,
        layer: int,
        hops: slice,
        reading: list[Tensor],
        to_reading: list[Tensor],
        answers: list[Int64[Tensor, "model batch fold n"]],
        share: float,
    ) -> None:
        """Add the gradient of a readout of hops after a layer; ``share`` is that of one answer."""
        symbols, normalised = self._shape.symbols, self._normalised[layer + 1].values
        columns = slice(hops.start * symbols, hops.stop * symbols)
        matrix, bias = (whole[..., columns] for whole in reading)
        scores = torch.baddbmm(bias.mT, matrix.mT, normalised.mT)
        errors = scores.view(self._models, len(answers), symbols, -1).softmax(dim=2)
        right = torch.stack(answers, dim=1).view(self._models, len(answers), 1, -1)
        errors.scatter_add_(2, right, errors.new_full((1,), -1.0).expand_as(right))
        errors = errors.mul_(share).view(scores.shape)
        to_matrix, to_bias = (whole[..., columns] for whole in to_reading)
        to_matrix.copy_(torch.bmm(normalised.mT, errors.mT))
        to_bias.copy_(errors.sum(dim=2, keepdim=True).mT)
        self._through.baddbmm_(errors.mT, matrix.mT)

    def _backward(
        self,
        layer: int,
        block: list[Tensor],
        to_block: list[Tensor],
        pairs: Int64[Tensor, "all_rows"],
    ) -> None:
        """Propagate a block's output gradient, direct and through normalisation, to its input.

        At the first block the part through normalisation is that of the distinct tokens.
        """
        project, out, up, _, down, _ = block
        to_project, to_out, to_up, to_up_bias, to_down, to_down_bias = to_block
        flow, through, wide, gelu = self._flow, self._through, self._wide, self._gelu[layer]
        self._normalised[layer + 1].backward(through)
        flow += through
        torch.sum(flow, dim=1, keepdim=True, out=to_down_bias)
        torch.bmm(gelu.out.mT, flow, out=to_down)
        gelu.backward(torch.bmm(flow, down.mT, out=wide))
        torch.sum(wide, dim=1, keepdim=True, out=to_up_bias)
        between_normalised, attention = self._between_normalised[layer], self._attention[layer]
        torch.bmm(between_normalised.values.mT, wide, out=to_up)
        torch.bmm(wide, up.mT, out=through)
        between_normalised.backward(through)
        flow += through
        torch.bmm(attention.carried.mT, flow, out=to_out)
        changes = attention.backward(self._projected[layer], torch.bmm(flow, out.mT, out=through))
        normalised = self._normalised[layer].values
        if layer == 0:
            through = self._spare
        through.zero_()
        width = self._shape.width
        for change, matrix, to_matrix in zip(
            changes,
            torch.split(project, width, dim=2),
            torch.split(to_project, width, dim=2),
            strict=True,
        ):
            rows = self._collect(change, pairs) if layer == 0 else change
            torch.bmm(normalised.mT, rows, out=to_matrix)
            through.baddbmm_(rows, matrix.mT)
        if layer == 0:
            self._normalised[0].backward(through)
