"""One layer of many small experts, as DeepSeek has it, against few large ones and dense layers."""
