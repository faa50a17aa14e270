"""Holds the results of check-campaign's campaign: every run was done once, also those of the killed shard.

    campaign_checks.py RESULTS SUMMARY_JSON RUNS KILLED_SHARD BLOCKS_BEFORE

Prints the first failure's shrunk case, and its signature.
"""

import collections
import json
import pathlib
import sys

SHARDS = 64


def main(results, summary, runs, killed, before):
    done = collections.Counter()
    failed = set()
    headers = set()
    ends = collections.Counter()
    for path in sorted(pathlib.Path(results).glob("*.jsonl")):
        with path.open() as file:
            lines = [json.loads(line) for line in file]
        header = lines[0]["header"]
        headers.add((header["test"], header["seed"], header["runs"]))
        index = int(header["shard"].split("/")[0])
        assert header["shard"] == f"{index}/{SHARDS}", header
        blocks = [line["block"] for line in lines if "block" in line]
        for block in blocks:
            of = block["runs"]
            numbers = range(of["first"], of["first"] + of["count"] * of["stride"], of["stride"])
            assert all(number % SHARDS == index for number in numbers), block
            done.update(numbers)
            failed.update(run for group in block["failed"].values() for run in group)
        ends[index] += sum("end" in line for line in lines)
        if index == killed:
            assert len(blocks) > before, "the killed shard did not continue"
    assert len(headers) == 1, headers
    assert sorted(ends) == list(range(SHARDS)) and set(ends.values()) == {1}, ends
    assert sorted(done) == list(range(runs)), f"{len(done)} of {runs} runs"
    twice = [run for run, count in done.items() if count > 1]
    assert not twice, f"done more than once: {twice[:10]}"

    with open(summary) as file:
        merged = json.load(file)
    assert merged["verdict"] == "failed"
    (test,) = merged["tests"]
    assert (test["runs"], test["done"], test["missing"], test["openShards"]) == (runs, runs, [], []), test
    assert test["failed"] == len(failed) > 0, (test["failed"], len(failed))
    assert test["coverage"], "no coverage"
    failure, *_ = test["failures"]  # the app has smaller mistakes, too
    assert "ForgottenStrap" in failure["signature"], failure
    assert failure["firstRun"] == failure["details"]["run"] == min(failed), failure
    print(failure["details"]["shrunk"])
    print(failure["signature"])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
