"""The cluster of a file's tests, or its PostgreSQL alone. Each test finds it whole: cables plugged in, every server ready."""
import asyncio
import pathlib
import shutil
import tempfile

import pytest
import pytest_asyncio

from cluster import Cluster, Postgres, until


@pytest.fixture(scope="module")
def event_loop():
    """One for the file, as its cluster is."""
    loop = asyncio.new_event_loop()
    yield loop
    # What a test has left open ends as at the end of asyncio.run().
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.close()


@pytest_asyncio.fixture(scope="module")
async def shared_cluster(request):
    failed = request.session.testsfailed
    async with Cluster() as cluster:
        yield cluster
        cluster.is_kept = request.session.testsfailed > failed


@pytest_asyncio.fixture
async def cluster(request, shared_cluster):
    failed = request.session.testsfailed
    targets = [cable.target for cable in shared_cluster.cables]
    yield shared_cluster
    if request.session.testsfailed > failed:
        print(f"The logs are in {shared_cluster.folder}")
    for cable, target in zip(shared_cluster.cables, targets):
        cable.deaf, cable.delay, cable.cut_at, cable.target = False, 0, None, target
    for server in shared_cluster.servers:
        if server.process.poll() is not None:
            server.start()
        await until(server.ready, f"{server.name} is ready")


@pytest.fixture(scope="module")
def postgres(request):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tefuda-postgres-"))
    folder.chmod(0o755)
    failed = request.session.testsfailed
    database = Postgres(folder)
    yield database
    database.stop("immediate")
    if request.session.testsfailed > failed:
        print(f"PostgreSQL's log is in {folder}")
    else:
        shutil.rmtree(folder)
