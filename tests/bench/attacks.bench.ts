import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { makeKey } from '../support/host-load.ts';
import { startProduct, type Product } from '../support/product.ts';
import { mayMount, mountSmallDisk } from '../support/small-disk.ts';
import { attacked, type AttackName, type Target } from './attacks/attack.ts';
import type { BenchRow } from './bench-row.ts';

const targetMs = 100;
/** How often the health is asked during an attack. */
const askEveryMs = 50;
/** How long it is asked on when the attack is over. */
const aftermathMs = 3_000;
/** An answer later than this is none. */
const patienceMs = 20_000;

const attacks: Readonly<Record<AttackName, string>> = {
  'database-connections': "all of the host's database connections ended five times a second, under eight callers",
  'database-crash': 'a server process of the database killed every two seconds, under eight callers',
  'bad-lines': '2 MB of bad lines a request, four senders',
  'packed-lines': '20 MB of bad lines packed into 20 KB, four senders',
  'packed-commas': '30 MB of commas in an array, packed, four senders',
  'full-disk': 'a disk of 300 MB filled with contacts, four senders',
  'slow-bodies': '300 bodies that trickle in, refused and not',
  'no-token': 'calls without a token, sixteen callers',
};

/**
 * How soon `/api/health` is answered while the host is attacked, each attack by a process of its own (what
 * SPEED-8 asks for).
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, what] of Object.entries(attacks) as [AttackName, string][]) {
    if (name === 'full-disk' && !(await mayMount())) console.error('  no disk can be mounted here, so a full one is not tried');
    else rows.push(await measure(name, what));
  }
  return rows;
}

async function measure(name: AttackName, what: string): Promise<BenchRow> {
  const disk = name === 'full-disk' ? await mountSmallDisk(300) : undefined;
  try {
    return await measureOn(name, what, disk === undefined ? {} : { dataDir: `${disk.folder}/data` });
  } finally {
    await disk?.remove();
  }
}

async function measureOn(name: AttackName, what: string, folder: { dataDir?: string }): Promise<BenchRow> {
  const product = await startProduct({ ...folder, env: { SIMULATOR: 'off' } });
  try {
    const target: Target = { url: product.url, dataDir: product.dataDir, key: await makeKey(product.dataDir, 'river', attacked) };
    const attacker = spawn(process.execPath, [join(import.meta.dirname, 'attacks/attacker.ts'), name, JSON.stringify(target)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const over = once(attacker, 'close');
    const answers = await askHealthUntil(product, over);
    const [code] = (await over) as [number | null];
    if (code !== 0) throw new Error(`The attacker '${name}' ended with ${code}`);
    return row(what, answers, product);
  } finally {
    await product.stop();
  }
}

/**
 * The times (ms) that answers took; a question without an answer counts as `patienceMs`. It asks by the
 * clock, however long the last answer takes, or the worst moments would be asked about least; and for a while
 * after the attack, whose work may go on.
 */
async function askHealthUntil({ url }: Product, over: Promise<unknown>): Promise<number[]> {
  const questions: Promise<number>[] = [];
  let isOver = false;
  void over.then(() => delay(aftermathMs)).then(() => (isOver = true));
  while (!isOver) {
    questions.push(askHealth(url));
    await delay(askEveryMs);
  }
  return (await Promise.all(questions)).toSorted((one, other) => one - other);
}

async function askHealth(url: string): Promise<number> {
  const asked = performance.now();
  try {
    await (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(patienceMs) })).text();
    return performance.now() - asked;
  } catch {
    return patienceMs;
  }
}

function row(what: string, took: readonly number[], { child }: Product): BenchRow {
  const p95 = took[Math.min(took.length - 1, Math.floor(took.length * 0.95))] ?? patienceMs;
  const isUp = child.exitCode === null && child.signalCode === null;
  const longest = took.at(-1) ?? patienceMs;
  return {
    what: `health, p95, during: ${what}`,
    target: `≤ ${targetMs} ms`,
    better: 'less',
    measured: isUp
      ? `${p95 < 10 ? p95.toFixed(1) : Math.round(p95)} ms`
      : `the host ended (${child.exitCode ?? child.signalCode})`,
    met: isUp && p95 <= targetMs,
    details: `${took.length} questions, the longest ${Math.round(longest)} ms`,
  };
}
