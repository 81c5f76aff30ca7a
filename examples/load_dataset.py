"""Read what `cairn dataset` wrote: with Polars, and as batches for PyTorch.

cairn dataset five-towers --games 100 --bots climber --out data
python examples/load_dataset.py data
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl
import torch
from torch.utils.data import DataLoader, TensorDataset


def winners_choose(file: Path) -> pl.DataFrame:
    """What is chosen how often, and with what outcome."""
    return (
        pl.scan_parquet(file)
        .with_columns(answer=pl.col("choices").list.get(pl.col("chosen")))
        .group_by("kind", "answer")
        .agg(pl.len().alias("times"), pl.col("share").mean().round(3).alias("win_share"))
        .sort("times", descending=True)
        .collect()
    )


def batches(file: Path, size: int) -> DataLoader:
    """Observations with the id of the action chosen and the share of the win: imitation and value in one."""
    rows = pl.read_parquet(file, columns=["observation", "actions", "chosen", "share"])
    seen = torch.tensor(np.stack(rows["observation"].to_numpy()), dtype=torch.float32)
    actions = rows.select(pl.col("actions").list.get(pl.col("chosen")))["actions"]
    chosen = torch.tensor(actions.to_numpy(), dtype=torch.long)
    return DataLoader(
        TensorDataset(seen, chosen, torch.tensor(rows["share"].to_numpy())), batch_size=size, shuffle=True
    )


def main() -> None:
    file = Path(sys.argv[1]) / "decisions.parquet"
    print(winners_choose(file).head(5))
    observations, actions, shares = next(iter(batches(file, 64)))
    print(tuple(observations.shape), tuple(actions.shape), f"{shares.mean():.2f}")


if __name__ == "__main__":
    main()
