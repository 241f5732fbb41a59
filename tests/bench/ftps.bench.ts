import { Writable } from 'node:stream';
import { loggedInClient, openFtpsStage } from '../support/ftps-stage.ts';
import type { BenchRow } from './bench-row.ts';
import { watched } from './peak-memory.ts';

const bytes = 500_000_000;
const clients = 4;
/** A line of 1 Gbit/s carries this much. */
const targetMb = 125;
const memoryMiB = 100;

/** FTPS-1: one large data file to one client, and to four at once; server and clients are one process. */
export async function run(): Promise<BenchRow[]> {
  const stage = await openFtpsStage({ files: { 'large.csv.gz': bytes } });
  try {
    const rows: BenchRow[] = [];
    for (const together of [1, clients]) {
      const { ms, grownMiB } = await watched(() => Promise.all(Array.from({ length: together }, () => download(stage))));
      const mbPerSecond = Math.round((together * bytes) / 1_000 / ms);
      const what = `FTPS, a file of ${bytes / 1e6} MB to ${together === 1 ? 'one client' : `${together} clients at once`}`;
      rows.push(
        { what, target: `≥ ${targetMb} MB/s`, better: 'more', measured: `${mbPerSecond} MB/s`, met: mbPerSecond >= targetMb },
        {
          what: `${what}: memory`,
          target: `≤ ${memoryMiB} MiB`,
          better: 'less',
          yardstick: null,
          measured: `${grownMiB} MiB`,
          met: grownMiB <= memoryMiB,
        },
      );
    }
    return rows;
  } finally {
    await stage.close();
  }
}

async function download(stage: Awaited<ReturnType<typeof openFtpsStage>>): Promise<void> {
  const client = await loggedInClient(stage);
  try {
    let received = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        received += chunk.length;
        done();
      },
    });
    await client.downloadTo(sink, 'large.csv.gz');
    if (received !== bytes) throw new Error(`Received ${received} of ${bytes} bytes`);
  } finally {
    client.close();
  }
}
