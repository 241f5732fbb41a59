import { journalIn } from '../../src/machines/journal/journal-actor.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { selectOperations } from '../../src/machines/host-session/host-session-selectors.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { renameReceiver } from '#model/journal/edits.ts';
import type { ReadModels } from '#model/journal/read-models/read-models.ts';
import { openConsole, type PagelessConsole } from '../storm/pageless-console.ts';
import { stormPassword, stormSystem } from '../storm/storm-stage.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { BenchRow } from './bench-row.ts';
import { commitsPerSecond, type EditStage, editStage } from './edits/edit-stage.ts';
import { LightConsole } from './edits/light-console.ts';
import { editSteadily, QuickEditor, quickEditRate } from './edits/quick-edits.ts';

const consoles = 100;
const systems = 8;
/** `BENCH_EDITS=short` tells only whether it runs. */
const isShort = process.env['BENCH_EDITS'] === 'short';
const edits = isShort ? 20 : 300;
const rateSeconds = isShort ? 2 : 10;
const ingestRequests = isShort ? 2 : 10;
const ingestRounds = isShort ? 1 : 5;
const steadyPerSecond = 20;
const targets = { p95Ms: 150, perSecond: 500, ingestShare: 0.9 };
const withinMs = 60_000;

/**
 * SPEED-9: how soon an edit is seen by others, what it costs them and ingest, how many the host does. The
 * host is a process of its own.
 */
export async function run(): Promise<BenchRow[]> {
  const stage = await editStage(consoles, systems);
  try {
    const [latency, cost] = await editToShown(stage);
    return [latency, cost, await rate(stage), await ingestBeside(stage)];
  } finally {
    await stage.close();
  }
}

/**
 * An edit in one console, until each of the others shows it. Two are whole sessions of the product: the one
 * that edits, and one of those that see.
 */
async function editToShown(stage: EditStage): Promise<[BenchRow, BenchRow]> {
  const random = seededRandom(7);
  const open: { close(): void }[] = [];
  try {
    const [editor, watcher] = [await wholeConsole(stage, 0, random), await wholeConsole(stage, 1, random)];
    open.push({ close: () => editor.stop() }, { close: () => watcher.stop() });
    const id = stage.targets[0]?.receivers[0] ?? 0;
    const measure = new Measure(id, consoles - 1);
    const light = await Promise.all(
      stage.tokens.slice(2).map((token) =>
        LightConsole.open({
          url: stage.url,
          wsPort: stage.wsPort,
          mitasId: stormSystem,
          token,
          onShown: (models) => measure.note(models, 'light'),
        }),
      ),
    );
    open.push(...light);
    const seen = journalIn(sessionOf(watcher).system).subscribe((snapshot) => measure.note(shown(snapshot), 'whole'));
    const before = { whole: watcher.line.figures.requests, light: wouldAsk(light) };
    for (let n = 1; n <= edits; n++) {
      const receiver = shown(journalIn(sessionOf(editor).system).getSnapshot()).fleet.receivers[id];
      const operations = selectOperations(sessionOf(editor).getSnapshot());
      if (receiver === undefined || operations === undefined) throw new Error('The console that edits has nothing to edit');
      const alias = `Bench ${n}`;
      const seenByAll = measure.begin(alias);
      operations.send({ type: 'operations.edit', edit: renameReceiver(stormSystem, receiver, alias) });
      await seenByAll;
    }
    seen.unsubscribe();
    // Two heartbeats, after which whoever missed something would have asked.
    await delay(5_000);
    const asked = watcher.line.figures.requests - before.whole + wouldAsk(light) - before.light;
    return [
      latencyRow(measure),
      {
        what: `requests that ${edits} edits cost ${consoles - 1} other consoles`,
        target: '0',
        better: 'less',
        yardstick: null,
        measured: `${asked}`,
        met: asked === 0,
        details: `one whole session, whose every request is counted; ${light.length} that decode, order and fold, and say what they would have asked for`,
      },
    ];
  } finally {
    for (const each of open) each.close();
  }
}

function wouldAsk(light: readonly LightConsole[]): number {
  return light.reduce((sum, each) => sum + each.wouldAsk, 0);
}

function latencyRow({ latencies, whole }: Measure): BenchRow {
  const p95 = percentile(latencies, 0.95);
  return {
    what: `edit to shown in another console, ${consoles} consoles of one system`,
    target: `p95 ≤ ${targets.p95Ms} ms`,
    better: 'less',
    measured: `p95 ${p95.toFixed(0)} ms`,
    met: p95 <= targets.p95Ms,
    details:
      `${latencies.length} sights of ${edits} edits, one after another: median ${percentile(latencies, 0.5).toFixed(0)} ms, ` +
      `longest ${percentile(latencies, 1).toFixed(0)} ms; in the other whole session p95 ${percentile(whole, 0.95).toFixed(0)} ms; ` +
      'all consoles share one process',
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}

/** Counts who shows the name that was given last, and how long after it was asked. */
class Measure {
  readonly latencies: number[] = [];
  /** Those of the whole session alone. */
  readonly whole: number[] = [];
  readonly #id: number;
  readonly #others: number;
  #alias: string | null = null;
  #began = 0;
  #left = 0;
  #done: () => void = () => {};

  constructor(id: number, others: number) {
    this.#id = id;
    this.#others = others;
  }

  /** Resolves when all show it. */
  begin(alias: string): Promise<void> {
    this.#alias = alias;
    this.#left = this.#others;
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(
        () => reject(new Error(`${this.#left} consoles do not show '${alias}' after ${withinMs / 1_000} s`)),
        withinMs,
      );
      this.#done = () => {
        clearTimeout(impatience);
        resolve();
      };
      this.#began = performance.now();
    });
  }

  /** Each console tells each of its states once, so the first with the name is its sight of it. */
  note({ fleet }: ReadModels, by: 'light' | 'whole'): void {
    if (this.#alias === null || fleet.receivers[this.#id]?.alias !== this.#alias) return;
    const took = performance.now() - this.#began;
    this.latencies.push(took);
    if (by === 'whole') this.whole.push(took);
    if (--this.#left === 0) this.#done();
  }
}

async function wholeConsole(stage: EditStage, number: number, random: () => number): Promise<PagelessConsole> {
  const opened = openConsole(stage.url, stormSystem, random);
  const isIn = () => opened.app.getSnapshot().children.auth?.getSnapshot().hasTag('ready') === true;
  await until(isIn, 'the console may log in');
  opened.logIn(stage.people[number]?.username ?? '', stormPassword);
  const isReady = () => {
    const session = opened.session()?.getSnapshot();
    return session?.hasTag('ready') === true && session.children.socket?.getSnapshot().hasTag('ready') === true;
  };
  await until(isReady, 'the console is ready');
  return opened;
}

function sessionOf(opened: PagelessConsole) {
  const session = opened.session();
  if (session === null) throw new Error('The console has lost its session');
  return session;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It never came that ${what}`);
    await delay(10);
  }
}

async function rate(stage: EditStage): Promise<BenchRow> {
  const editor = await QuickEditor.at(stage.url, stage.tokens[0] ?? '');
  try {
    const disk = await commitsPerSecond(stage.database, rateSeconds / 2);
    await quickEditRate(editor, stage.targets, { atOnce: 1, seconds: 1 });
    const all = await quickEditRate(editor, stage.targets, { atOnce: 4, seconds: rateSeconds });
    const one = await quickEditRate(editor, stage.targets.slice(0, 1), { atOnce: 8, seconds: rateSeconds });
    return {
      what: `quick edits over ${systems} systems, by http`,
      target: `≥ ${targets.perSecond} edits/s`,
      better: 'more',
      measured: `${all.toFixed(0)} edits/s; one system ${one.toFixed(0)} edits/s, the disk ${disk.toFixed(0)} commits/s`,
      met: all >= targets.perSecond,
      details: `over ${rateSeconds} s each, 4 at once on each of ${systems} systems and 8 at once on one; the disk by updates of a single row, one after another`,
    };
  } finally {
    editor.close();
  }
}

/**
 * Ingest with and without edits in the same system, in turns, so that both have the same disk; each is the
 * median of its rounds.
 */
async function ingestBeside(stage: EditStage): Promise<BenchRow> {
  const [target] = stage.targets;
  if (target === undefined) throw new Error('There is no system to edit');
  const key = (await createReceiverKey(stage.database, target.mitasId, 'bench')).key;
  const url = `${stage.url}/api/ingest/${target.mitasId}/contacts`;
  const editor = await QuickEditor.at(stage.url, stage.tokens[0] ?? '');
  try {
    const [quiet, edited]: number[][] = [[], []];
    let made = 0;
    let round = 0;
    // No two rounds tell of the same hours, so that nothing is a duplicate.
    const ingest = () =>
      ingested({ url, key, rxIds: target.receivers, requests: ingestRequests, end: Date.now() - ++round * 3_600_000 });
    for (let n = 0; n < ingestRounds; n++) {
      quiet?.push(await ingest());
      const steady = editSteadily(editor, target, steadyPerSecond);
      edited?.push(await ingest());
      made += await steady.stop();
    }
    const share = percentile(edited ?? [], 0.5) / percentile(quiet ?? [], 0.5);
    const told = (rates: readonly number[] = []) => rates.map((each) => Math.round(each / 1_000)).join(', ');
    return {
      what: `ingest at ${steadyPerSecond} edits/s in the same system`,
      target: `≥ ${targets.ingestShare * 100} % of itself without edits`,
      better: 'more',
      yardstick: null,
      measured: `${(share * 100).toFixed(0)} %`,
      met: share >= targets.ingestShare,
      details: `medians of ${ingestRounds} rounds in turns, thousand contacts/s: alone ${told(quiet)}; with ${made} edits ${told(edited)}`,
    };
  } finally {
    editor.close();
  }
}

/** Contacts a second of one sender, all of them new. */
async function ingested(input: {
  url: string;
  key: string;
  rxIds: readonly number[];
  requests: number;
  end: number;
}): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ingest-sender.ts'), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The sender ended with ${code}`);
  const { contacts, fresh } = JSON.parse(output) as { contacts: number; fresh: { seconds: number; accepted: number } };
  if (fresh.accepted !== contacts) throw new Error(`Of ${contacts} new contacts ${fresh.accepted} were taken`);
  return contacts / fresh.seconds;
}
