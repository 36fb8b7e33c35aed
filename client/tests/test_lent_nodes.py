"""Borrows nodes from Slurm. Scripts replace Slurm's commands."""

from __future__ import annotations

import asyncio
import re
import stat
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.kit.file_tokens import Tokens
from orrery_cli import lent_nodes, slurm
from orrery_cli.failure import BAD_INPUT, CommandError
from orrery_cli.lender import Lender, Loan
from orrery_cli.lent_nodes import Lent
from orrery_cli.on_option import borrowed, read_on, seconds
from orrery_cli.slurm import Wanted
from orrery_cli.slurm_lender import SlurmLender
from orrery_client import Orrery
from orrery_contracts.access import AccessScope, NewToken

#: Prints the answer from files in its folder, and writes down its arguments.
_COMMAND = """#!/bin/sh
here=$(dirname "$0"); name=$(basename "$0")
echo "$name $*" >> "$here/calls"
cat "$here/$name.errors" >&2 2>/dev/null
cat "$here/$name.out" 2>/dev/null
exit $(cat "$here/$name.status" 2>/dev/null || echo 0)
"""


_ADMIN = "admin-token-0123456789"
_UNKNOWN_TOKEN = "unknown-token-0123456789"


class FakeSlurm:
    """A folder of scripts that replace Slurm's commands, and their answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("sbatch", "scontrol", "scancel", "sinfo"):
            command = folder / name
            command.write_text(_COMMAND)
            command.chmod(0o755)
        self.answer("sbatch", "7\n")
        self.job("RUNNING")

    def answer(self, name: str, out: str = "", errors: str = "", status: int = 0) -> None:
        (self.folder / f"{name}.out").write_text(out)
        (self.folder / f"{name}.errors").write_text(errors)
        (self.folder / f"{name}.status").write_text(str(status))

    def job(self, state: str, reason: str = "None") -> None:
        self.answer("scontrol", f"JobId=7 JobName=x JobState={state} Reason={reason} Nodes=a\n")

    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSlurm:
    folder = tmp_path / "slurm"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # Only the main thread may set signal handlers; here the command runs in another thread.
    monkeypatch.setattr(lent_nodes, "undisturbed", nullcontext)
    return FakeSlurm(folder)


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path / "data") as running:
        yield running


def _loan(nodes: int = 2, **more: object) -> Loan:
    return Loan(nodes, "http://192.0.2.1:8000", **more)  # type: ignore[arg-type]


async def _borrow(
    console: RunningConsole, loan: Loan, said: list[str], lender: SlurmLender | None = None
) -> Lent:
    def borrow() -> Lent:
        with Orrery(console.url) as client:
            return lent_nodes.borrow(client, lender or SlurmLender(), loan, said.append)

    return await asyncio.to_thread(borrow)


async def test_nodes_of_the_job_are_awaited(cluster: FakeSlurm, console: RunningConsole) -> None:
    said: list[str] = []
    borrowing = asyncio.create_task(_borrow(console, _loan(), said))
    await until(lambda: any("0 of 2" in text for text in said), "the job runs")
    agents = [
        await ScriptedAgent(console.ws, name).connect()
        for name in ("slurm-70-a", "slurm-7-a", "slurm-7-b")
    ]
    lent = await borrowing
    assert (lent.job, lent.prefix) == ("7", "slurm-7-")
    assert sorted(lent.names) == ["slurm-7-a", "slurm-7-b"]
    assert not [call for call in cluster.calls() if call.startswith("scancel")]
    for agent in agents:
        await agent.stop()


def test_the_job_starts_an_agent_on_each_host(cluster: FakeSlurm) -> None:
    wanted = Wanted(partition="lab", time="1:00:00", account="me")
    loan = Loan(3, "https://192.0.2.1:8000", token="abc", authority="PEM", idle_s=90)
    job = SlurmLender(wanted).submit(loan)
    sbatch = cluster.calls()[0].split()
    assert "--no-kill" in sbatch  # a lost host does not end the job
    assert {"--nodes=3", "--partition=lab", "--time=1:00:00", "--account=me", "--exclusive"} <= set(
        sbatch
    )
    script = Path(sbatch[-1])
    assert stat.S_IMODE(script.parent.stat().st_mode) == 0o700
    text = script.read_text()
    assert "srun --nodes=3 --ntasks=3 --ntasks-per-node=1" in text
    assert text.rstrip().endswith("90 https://192.0.2.1:8000")
    for variable, kept in (("ORRERY_TOKEN_FILE", "abc\n"), ("ORRERY_CA", "PEM\n")):
        (named,) = re.findall(rf"^export {variable}=(.*)$", text, re.MULTILINE)
        assert Path(named).read_text() == kept
        assert stat.S_IMODE(Path(named).stat().st_mode) == 0o600
    SlurmLender().release(job)
    assert not script.parent.exists()


def test_a_job_that_slurm_refuses_leaves_no_folder(cluster: FakeSlurm, tmp_path: Path) -> None:
    cluster.answer("sbatch", errors="sbatch: error: no\n", status=1)
    with pytest.raises(CommandError):
        SlurmLender().submit(_loan())
    assert not list((tmp_path / "state/orrery/slurm").iterdir())


def test_folders_of_jobs_that_ended_by_themselves_go_with_the_next(
    cluster: FakeSlurm, tmp_path: Path
) -> None:
    folders = tmp_path / "state/orrery/slurm"
    SlurmLender().submit(_loan())
    (first,) = folders.iterdir()
    cluster.job("COMPLETED")
    SlurmLender().submit(_loan())
    (second,) = folders.iterdir()
    assert second != first


async def test_a_job_that_ends_early_says_what_its_log_says(
    cluster: FakeSlurm, console: RunningConsole
) -> None:
    cluster.answer("sbatch", "7\n")
    cluster.job("FAILED", "NonZeroExitCode")
    sbatch = cluster.folder / "sbatch"
    log = (
        'for each in "$@"; do case $each in --output=*) echo no worker > "${each#*=}";; esac; done'
    )
    sbatch.write_text(_COMMAND.replace("cat ", f"{log}\ncat ", 1))
    with pytest.raises(CommandError, match="FAILED, NonZeroExitCode") as caught:
        await _borrow(console, _loan(), [])
    assert caught.value.details == ("no worker",)


@pytest.mark.parametrize("reason", ["PartitionNodeLimit", "QOSMaxNodePerJobLimit"])
async def test_a_job_that_would_wait_for_ever_is_cancelled(
    cluster: FakeSlurm, console: RunningConsole, reason: str
) -> None:
    cluster.job("PENDING", reason)
    with pytest.raises(CommandError, match=reason):
        await _borrow(console, _loan(), [])
    assert cluster.calls()[-1] == "scancel 7"


_PARTITION = "MaxNodes=UNLIMITED MaxTime=1:00:00 State=UP TotalNodes=3 AllowAccounts=phys"


@pytest.mark.parametrize(
    ("job", "partition", "option", "limit"),
    [
        # Slurm 22.05 gives this reason at first, whichever limit of the partition is exceeded.
        ("Reason=PartitionConfig NumNodes=9-9", _PARTITION, ("--nodes", "9"), "at most 3"),
        ("Reason=PartitionNodeLimit NumNodes=2-2", f"{_PARTITION} MaxNodes=1", ("--nodes", "2"),
         "at most 1"),
        ("Reason=PartitionConfig TimeLimit=1-00:00:00", _PARTITION, ("--time", "1-00:00:00"),
         "at most 1:00:00"),
        ("Reason=PartitionDown", f"{_PARTITION} State=DOWN", ("--partition", "lab"), "lab is DOWN"),
        ("Reason=Job's_account_not_known,_so_it_can't_use_this_partition_(lab_allows_phys)",
         _PARTITION, ("--account", "me"), "allows accounts: phys"),
        ("Reason=AssocMaxWallDurationPerJobLimit TimeLimit=00:30:00", _PARTITION,
         ("--time", "00:30:00"), "sacctmgr show assoc"),
    ],
)  # fmt: skip
async def test_a_limit_names_the_option_and_what_is_allowed(
    cluster: FakeSlurm,
    console: RunningConsole,
    job: str,
    partition: str,
    option: tuple[str, str],
    limit: str,
) -> None:
    shown = f"NumNodes=1-1 TimeLimit=00:05:00 Account=me Partition=lab JobState=PENDING {job}"
    scontrol = cluster.folder / "scontrol"
    scontrol.write_text(
        f'#!/bin/sh\ncase $2 in job) echo "{shown}";; *) echo "{partition}";; esac\n'
    )
    with pytest.raises(CommandError, match=limit) as caught:
        await _borrow(console, _loan(), [])
    assert (caught.value.field, caught.value.value) == option
    assert caught.value.status == BAD_INPUT
    assert cluster.calls()[-1] == "scancel 7"


async def test_a_job_whose_nodes_do_not_come_in_time_is_cancelled(
    cluster: FakeSlurm, console: RunningConsole
) -> None:
    cluster.job("PENDING", "Resources")
    with pytest.raises(CommandError, match=r"waits \(Resources\) after 0.1 s"):
        await _borrow(console, _loan(patience_s=0.1), [])
    assert cluster.calls()[-1] == "scancel 7"


async def test_nodes_are_given_back_at_the_end(cluster: FakeSlurm, console: RunningConsole) -> None:
    agent = await ScriptedAgent(console.ws, "slurm-7-a").connect()
    inside = threading.Event()

    def use() -> None:
        with (
            Orrery(console.url) as client,
            lent_nodes.lent(client, SlurmLender(), _loan(1), lambda _text: None) as nodes,
        ):
            assert nodes.names == ("slurm-7-a",)
            inside.set()
            raise RuntimeError("the run failed")

    with pytest.raises(RuntimeError):
        await asyncio.to_thread(use)
    assert inside.is_set()
    assert cluster.calls()[-1] == "scancel 7"
    await agent.stop()


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path / "data", tokens=Tokens.parse(f"admin={_ADMIN}")) as it:
        yield it


def _state(cluster: FakeSlurm) -> Path:
    """The folder of all jobs."""
    return cluster.folder.parent / "state/orrery/slurm"


def _administrator(console: RunningConsole) -> Orrery:
    return Orrery(console.url, token=_ADMIN)


async def _valid_tokens(console: RunningConsole) -> list[str]:
    def read() -> list[str]:
        with _administrator(console) as client:
            tokens = client.tokens().items
            return [token.name for token in tokens if token.revoked_at is None]

    return await asyncio.to_thread(read)


async def _in_thread(console: RunningConsole, act: Callable[[Orrery], None]) -> None:
    def carry_out() -> None:
        with _administrator(console) as client:
            act(client)

    await asyncio.to_thread(carry_out)


def _submit_with_token(client: Orrery, lender: Lender) -> None:
    """Submits a job like `borrow`, but does not wait for the nodes."""
    made = client.make_token(NewToken(name="slurm-of-7", scope=AccessScope.AGENT, days=7))
    lender.submit(_loan(token=made.secret, token_name="slurm-of-7"))


async def test_a_job_that_fails_leaves_no_valid_token(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    made: list[str] = []

    def borrow(client: Orrery) -> None:
        with pytest.raises(CommandError):
            lent_nodes.borrow(client, SlurmLender(), _loan(), lambda _text: None)
        made.extend(token.name for token in client.tokens().items)

    cluster.job("PENDING", "PartitionNodeLimit")
    await _in_thread(guarded, borrow)
    cluster.answer("sbatch", errors="sbatch: error: no\n", status=1)
    await _in_thread(guarded, borrow)
    # A job that Slurm refuses is given no token.
    assert len(set(made)) == 1
    assert await _valid_tokens(guarded) == []


async def test_the_token_is_for_nodes_of_the_job_alone(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use(client: Orrery) -> None:
        lent_nodes.borrow(client, SlurmLender(), _loan(1), lambda _text: None)

    borrowing = asyncio.create_task(_in_thread(guarded, use))
    await until(lambda: bool(list(_state(cluster).glob("*/token"))), "the token is there")
    (file,) = _state(cluster).glob("*/token")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    script = (file.parent / "job.sh").read_text()
    assert f"export ORRERY_TOKEN_FILE={file}\n" in script
    assert f"[ -s {file} ] && break" in script
    secret = file.read_text().strip()
    other = await ScriptedAgent(guarded.ws, "slurm-8-a", token=secret).connect()
    assert other.welcome is None
    await other.stop()
    own = await ScriptedAgent(guarded.ws, "slurm-7-a", token=secret).connect()
    assert own.welcome is not None
    await borrowing
    await own.stop()


async def test_a_token_is_revoked_though_its_job_left_no_record(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use(client: Orrery) -> None:
        for name, node in (("of-7", "slurm-7-"), ("of-8", "slurm-8-"), ("of-any", None)):
            client.make_token(NewToken(name=name, scope=AccessScope.AGENT, node=node, days=7))
        lent_nodes.give_back(client, SlurmLender(), "7")

    await _in_thread(guarded, use)
    assert await _valid_tokens(guarded) == ["of-8", "of-any"]


async def test_a_job_whose_token_cannot_be_made_is_cancelled(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use() -> None:
        with (
            Orrery(guarded.url, token=_UNKNOWN_TOKEN) as unauthorized,
            pytest.raises(CommandError, match="gives no token"),
        ):
            lent_nodes.borrow(unauthorized, SlurmLender(), _loan(), lambda _text: None)

    await asyncio.to_thread(use)
    assert cluster.calls()[-1] == "scancel 7"
    assert not list(_state(cluster).iterdir())


async def test_nodes_that_are_given_back_leave_no_valid_token(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use(client: Orrery) -> None:
        _submit_with_token(client, SlurmLender())
        lent_nodes.give_back(client, SlurmLender(), "7")

    await _in_thread(guarded, use)
    assert await _valid_tokens(guarded) == []
    assert cluster.calls()[-1] == "scancel 7"


async def test_the_token_of_a_job_that_ended_by_itself_goes_with_the_next_job(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use(client: Orrery) -> None:
        _submit_with_token(client, SlurmLender())
        cluster.job("COMPLETED")
        with pytest.raises(CommandError):
            lent_nodes.borrow(client, SlurmLender(), _loan(), lambda _text: None)

    await _in_thread(guarded, use)
    assert await _valid_tokens(guarded) == []


async def test_a_token_that_cannot_be_revoked_is_named(
    cluster: FakeSlurm, guarded: RunningConsole
) -> None:
    def use(client: Orrery) -> None:
        _submit_with_token(client, SlurmLender())
        with (
            Orrery(guarded.url, token=_UNKNOWN_TOKEN) as unauthorized,
            pytest.raises(CommandError, match="slurm-of-7 is still valid") as caught,
        ):
            lent_nodes.give_back(unauthorized, SlurmLender(), "7")
        assert "tokens revoke slurm-of-7" in caught.value.remedy

    await _in_thread(guarded, use)
    assert cluster.calls()[-1] == "scancel 7"
    assert await _valid_tokens(guarded) == ["slurm-of-7"]


@pytest.mark.parametrize(
    ("errors", "field"),
    [
        ("sbatch: error: invalid partition specified: gpu", "--partition"),
        ("sbatch: error: Invalid --time specification", "--time"),
        ("sbatch: error: Requested node configuration is not available", "--nodes"),
        ("sbatch: error: Invalid account or account/partition combination", "--partition"),
    ],
)
def test_a_refusal_names_the_option(cluster: FakeSlurm, errors: str, field: str) -> None:
    cluster.answer("sbatch", errors=errors + "\n", status=1)
    cluster.answer("sinfo", "lab\nlab\nfast\n")
    with pytest.raises(CommandError) as caught:
        slurm.submit(Wanted("gpu", "abc"), 9, Path("job"), Path("log"))
    assert (caught.value.field, caught.value.status) == (field, BAD_INPUT)
    assert caught.value.remedy


def test_a_controller_that_is_away_is_no_bad_input(cluster: FakeSlurm) -> None:
    away = "sbatch: error: Unable to contact slurm controller (connect failure)\n"
    cluster.answer("sbatch", errors=away, status=1)
    with pytest.raises(CommandError, match="does not answer"):
        slurm.submit(Wanted(), 1, Path("job"), Path("log"))


def test_without_slurm_nothing_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="no Slurm here"):
        slurm.submit(Wanted(), 1, Path("job"), Path("log"))


def test_an_address_of_this_machine_alone_is_refused() -> None:
    with pytest.raises(CommandError) as caught:
        lent_nodes.join_address("http://127.0.0.1:8000", None)
    assert caught.value.field == "--join"
    assert lent_nodes.join_address("http://127.0.0.1:8000", "http://a:1") == "http://a:1"


@pytest.mark.parametrize(
    "text",
    [
        "pbs:2", "slurm", "slurm:0", "slurm:2,gpus=1", "slurm:2,time=", "slurm:2,namespace=a",
        "kubernetes:0", "kubernetes:2,partition=a", "kubernetes:2,time=soon",
        "slurm:2,again=x", "slurm:2,again=11",
    ],
)  # fmt: skip
def test_what_on_does_not_take(text: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_on(text, "http://192.0.2.1:8000")
    assert caught.value.field == "--on"


def test_a_refusal_of_on_names_on(cluster: FakeSlurm) -> None:
    cluster.answer("sbatch", errors="sbatch: error: invalid partition specified: gpu\n", status=1)
    on, url = "slurm:2,partition=gpu,join=http://192.0.2.1:8000", "http://192.0.2.1:8000"
    with (
        Orrery(url) as client,
        ExitStack() as stack,
        pytest.raises(CommandError, match="gpu") as caught,
    ):
        borrowed(on, client, url, stack, local=False)
    assert (caught.value.field, caught.value.value) == ("--on", on)
    with pytest.raises(CommandError, match="this machine alone") as caught:
        read_on("slurm:2", "http://127.0.0.1:8000")
    assert (caught.value.field, caught.value.value) == ("--on", "slurm:2")


def test_what_on_takes() -> None:
    url = "http://192.0.2.1:8000"
    assert read_on("slurm:3", url) == (SlurmLender(), Loan(3, url), 0)
    lender, loan, again = read_on("slurm:3,partition=lab,time=1:00:00,join=http://a:1,again=2", url)
    assert again == 2
    assert lender == SlurmLender(Wanted("lab", "1:00:00"))
    assert loan == Loan(3, "http://a:1")


def test_durations() -> None:
    assert [seconds("--idle", text) for text in ("90", "90s", "1.5m", "2h")] == [90, 90, 90, 7200]
    with pytest.raises(CommandError):
        seconds("--idle", "0s")
