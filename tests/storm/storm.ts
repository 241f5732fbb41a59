import { journalIn } from '../../src/machines/journal/journal-actor.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { change } from '../../host/platform/changes/change.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { selectPending } from '../../src/machines/operations/operations-selectors.ts';
import { selectOperations } from '../../src/machines/host-session/host-session-selectors.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import type { ChangeKind } from '#model/changes/change-kinds.ts';
import * as edits from '#model/journal/edits.ts';
import * as fleetEdits from '#model/journal/fleet-edits.ts';
import { researcher, type RoleId, viewer } from '#model/entities/role.ts';
import { receiversOf } from '#model/journal/read-models/fleet-selectors.ts';
import type { FleetModel } from '#model/journal/read-models/fleet.ts';
import { callFleet } from './fleet-calls.ts';
import { type Answer, calm, type LineFigures, type Weather } from './faulty-line.ts';
import { openConsole, type PagelessConsole } from './pageless-console.ts';
import type { StormOptions } from './storm-options.ts';
import { type StormStage, stormPassword, stormStage, stormSystem } from './storm-stage.ts';
import { changesIn, differences, folded, type KeptChange, placeFaults, type Things, thingsIn, withoutSettings } from './truth.ts';

export type StormResult = {
  /** What differs from the expected state; empty if all are equal. */
  faults: string[];
  /** One line of figures. */
  figures: string;
};

const rough: Weather = { lostRequests: 0.02, lostReplies: 0.02, delayMs: 40 };
/** How long (ms) everything may take to come to rest once the weather is calm. */
const restWithinMs = 60_000;
const tellEveryMs = 10_000;
/** The share of edits that are calls of the receiver screens. */
const fleetShare = 0.25;
const colors = ['#66bb6a', '#ffb74d', '#4fc3f7', '#ba68c8', '#e57373', '#a1887f'];
const pointStyles = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross'] as const;

/** One console in the storm, and the edits it sent. */
type Sailor = PagelessConsole & { name: string; random: () => number; asked: Map<string, edits.Edit> };

/**
 * Plays a storm from its first edit until all is at rest, then compares consoles, rows and changes.
 * @throws Error when the storm cannot be played at all.
 */
export async function playStorm(
  { consoles, edits: each, seed }: StormOptions,
  tell: (line: string) => void,
): Promise<StormResult> {
  const startedAt = performance.now();
  const stage = await stormStage(consoles);
  const sailors: Sailor[] = [];
  try {
    const begin = await thingsIn(stage.database, stormSystem);
    const chance = seededRandom(seed);
    for (const { username } of stage.people) sailors.push(await board(stage, username, chance));
    tell(`${consoles} consoles are open after ${seconds(startedAt)}`);
    const editing = performance.now();
    const incidents = planIncidents(stage, sailors, consoles * each, chance);
    let done = 0;
    for (const { line } of sailors) line.weather = rough;
    const telling = setInterval(() => {
      const pending = sailors.reduce((sum, sailor) => sum + pendingOf(sailor).length, 0);
      tell(`${done} of ${consoles * each} edits asked, ${pending} of them pending, after ${seconds(startedAt)}`);
    }, tellEveryMs);
    try {
      await Promise.all(sailors.map((sailor) => sail(sailor, each, () => incidents.at(++done))));
      await incidents.ended();
    } finally {
      clearInterval(telling);
    }
    for (const { line } of sailors) line.weather = calm;
    const took = performance.now() - editing;
    const faults = await atRest(stage, sailors);
    tell(`at rest after ${seconds(startedAt)}`);
    const changes = await changesIn(stage.database, stormSystem);
    faults.push(...(await judge(stage, sailors, begin, changes)));
    return { faults, figures: figuresOf(sailors, consoles * each, changes, took) };
  } finally {
    for (const sailor of sailors) sailor.stop();
    await stage.close();
  }
}

async function board(stage: StormStage, username: string, chance: () => number): Promise<Sailor> {
  const random = seededRandom(Math.floor(chance() * 2 ** 31));
  const opened = openConsole(stage.url, stormSystem, random);
  const sailor: Sailor = { ...opened, name: username, random, asked: new Map() };
  await until(() => opened.app.getSnapshot().children.auth?.getSnapshot().hasTag('ready') === true, `${username} may log in`);
  opened.logIn(username, stormPassword);
  await until(() => isReady(sailor), `the console of ${username} is ready`);
  return sailor;
}

function isReady(sailor: Sailor): boolean {
  const session = sailor.session();
  return (
    session?.getSnapshot().hasTag('ready') === true &&
    session.getSnapshot().children.socket?.getSnapshot().hasTag('ready') === true
  );
}

function journal(sailor: Sailor) {
  const session = sailor.session();
  if (session === null) throw new Error(`The console of ${sailor.name} has lost its session`);
  return journalIn(session.system);
}

function fleetOf(sailor: Sailor): FleetModel {
  return shown(journal(sailor).getSnapshot()).fleet;
}

/**
 * Makes a console's edits one after another, faster than the answers come, with an undo or a cut line now and
 * then.
 */
async function sail(sailor: Sailor, each: number, next: () => void): Promise<void> {
  for (let n = 0; n < each; n++) {
    await until(() => pendingOf(sailor).length < 20, `${sailor.name} has room for another edit`);
    // A call of the receiver screens waits for its answer; the other edits do not.
    if (sailor.random() < fleetShare) await callFleet(sailor.http, { ...sailor, fleet: fleetOf(sailor), mitasId: stormSystem });
    else ask(sailor);
    if (sailor.random() < 0.01) sailor.line.cut();
    next();
    await delay(sailor.random() * 20);
  }
}

function pendingOf(sailor: Sailor) {
  const session = sailor.session();
  return session === null ? [] : selectPending(selectOperations(session.getSnapshot())?.getSnapshot());
}

function ask(sailor: Sailor): void {
  const session = sailor.session();
  const operations = session === null ? undefined : selectOperations(session.getSnapshot());
  if (operations === undefined) throw new Error(`The console of ${sailor.name} takes no edits`);
  const share = sailor.random();
  if (share < 0.06) operations.send({ type: 'operations.undo' });
  else if (share < 0.08) operations.send({ type: 'operations.redo' });
  else operations.send({ type: 'operations.edit', edit: drawnEdit(sailor) });
  for (const { opId, edit } of pendingOf(sailor)) if (edit !== null && edits.isSystemEdit(edit)) sailor.asked.set(opId, edit);
}

function drawnEdit(sailor: Sailor): edits.Edit {
  const { random, name } = sailor;
  const fleet = fleetOf(sailor);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const receiver = pick(receiversOf(fleet));
  const site = pick(Object.values(fleet.sites));
  const number = Math.floor(random() * 1e6);
  switch (Math.floor(random() * 10)) {
    case 0:
      return edits.renameReceiver(stormSystem, receiver, `Rx ${number} by ${name}`);
    case 1:
      return edits.setReceiverEnabled(stormSystem, receiver, !receiver.enabled);
    case 2:
      return fleetEdits.setReceiverIp(stormSystem, receiver, `10.${number % 200}.0.${number % 250}`);
    case 3:
      return fleetEdits.setReceiverPort(stormSystem, receiver, 20_000 + (number % 1_000));
    case 4:
      return fleetEdits.recolourReceiver(stormSystem, receiver, pick(colors));
    case 5:
      return edits.renameSite(stormSystem, site, `Site ${number} by ${name}`);
    case 6:
      return fleetEdits.recolourSite(stormSystem, site, pick(colors));
    case 7:
      return fleetEdits.setSitePointStyle(stormSystem, site, pick(pointStyles));
    case 8:
      return fleetEdits.createSite(stormSystem, `New ${number} by ${name}`);
    default:
      // The host refuses to delete a site that has receivers.
      return fleetEdits.deleteSite(stormSystem, pick(Object.values(fleet.sites).slice(-3)));
  }
}

/**
 * Plans what happens at certain counts of edits: one person is demoted and promoted again, and the host is
 * killed twice just after it wrote an answer.
 */
function planIncidents(stage: StormStage, sailors: readonly Sailor[], all: number, chance: () => number) {
  const underWay: Promise<void>[] = [];
  const unlucky = sailors[Math.floor(chance() * sailors.length)] as Sailor;
  const at = (share: number) => Math.max(1, Math.floor(all * share));
  const incidents = new Map<number, () => Promise<void>>([
    [at(0.2), () => setRole(stage, unlucky.name, viewer)],
    [at(0.35), () => killAtNextWrite(stage, sailors)],
    [at(0.5), () => setRole(stage, unlucky.name, researcher)],
    [at(0.75), () => killAtNextWrite(stage, sailors)],
  ]);
  return {
    at(count: number): void {
      const incident = incidents.get(count);
      if (incident !== undefined) underWay.push(incident());
    },
    ended: () => Promise.all(underWay),
  };
}

async function setRole({ database, people }: StormStage, name: string, role: RoleId): Promise<void> {
  const person = people.find(({ username }) => username === name);
  if (person === undefined) throw new Error(`There is no ${name}`);
  await change(database, { systemId: stormSystem, by: null, through: 'admin' }, (writer) =>
    writer.edit('member.roleChanged', person.id, { RoleId: role }),
  );
}

/** Kills the host after it has committed and answered a change; the console never receives the answer. */
async function killAtNextWrite(stage: StormStage, sailors: readonly Sailor[]): Promise<void> {
  const written = new Promise<void>((resolve) => {
    for (const { line } of sailors) {
      line.onWritten = () => {
        for (const other of sailors) other.line.onWritten = null;
        resolve();
        return true;
      };
    }
  });
  await written;
  await stage.killHost();
}

/**
 * Waits until no console has pending edits and all are at the host's revision; returns those that did not get
 * there.
 */
async function atRest({ database }: StormStage, sailors: readonly Sailor[]): Promise<string[]> {
  const revisionNow = async () => {
    const { revision } = await database.db
      .selectFrom('system_revisions')
      .select('revision')
      .where('system_id', '=', stormSystem)
      .executeTakeFirstOrThrow();
    return revision;
  };
  const deadline = performance.now() + restWithinMs;
  for (;;) {
    const busy = sailors.filter((sailor) => pendingOf(sailor).length > 0 || !isReady(sailor));
    // Read after `busy`: the revision stands still only when no console has pending edits.
    const revision = await revisionNow();
    const behind = sailors.filter((sailor) => revisionOf(sailor) !== revision);
    if (busy.length === 0 && behind.length === 0) return [];
    if (performance.now() > deadline)
      return [...new Set([...busy, ...behind])].map(
        (sailor) =>
          `${sailor.name} did not come to rest: at ${revisionOf(sailor)} of ${revision}, ${pendingOf(sailor).length} pending`,
      );
    await delay(50);
  }
}

function revisionOf(sailor: Sailor): number | null {
  return sailor.session()?.getSnapshot().children.changeLine?.getSnapshot().context.sequence.revision ?? null;
}

/**
 * Compares the consoles, the rows and the fold of the changes with each other, and every operation with its
 * answer.
 */
async function judge(
  stage: StormStage,
  sailors: readonly Sailor[],
  begin: Things,
  changes: readonly KeptChange[],
): Promise<string[]> {
  const rows = await thingsIn(stage.database, stormSystem);
  const faults = differences(folded(begin, changes), rows).map((line) => `The fold of the changes and the rows differ: ${line}`);
  faults.push(...(await placeFaults(stage.database, stormSystem)));
  const shownRows = withoutSettings(rows);
  changes.forEach(({ revision }, at) => {
    if (revision !== at + 1) faults.push(`Revision ${at + 1} is missing: ${revision} stands in its place`);
  });
  const done = new Map<string, number>();
  for (const { operation } of changes) done.set(operation, (done.get(operation) ?? 0) + 1);
  const deleted = new Set(
    changes.flatMap(({ items }) =>
      items.filter(({ after }) => after === null).map(({ kind, id }) => `${kind.split('.')[0]} ${id}`),
    ),
  );
  for (const sailor of sailors) {
    faults.push(
      ...differences(thingsOf(fleetOf(sailor)), shownRows).map(
        (line) => `${sailor.name} shows another thing than the rows: ${line}`,
      ),
    );
    faults.push(...sailor.warnings.map((line) => `${sailor.name} was warned: ${line}`));
    for (const [opId, { outcome, words }] of sailor.line.answers) {
      const times = done.get(opId) ?? 0;
      if (times !== (outcome === 'changed' ? 1 : 0))
        faults.push(`${sailor.name}: operation ${opId} was answered '${outcome}' (${words}), and stands ${times} times`);
    }
    for (const [opId, edit] of sailor.asked) {
      // A console drops edits to a thing that another person deleted, and notifies its user.
      const isOrphan = edit.items.some(({ kind, id }) => deleted.has(`${kind.split('.')[0]} ${id}`));
      if (!sailor.line.answers.has(opId) && !done.has(opId) && !isOrphan)
        faults.push(`${sailor.name}: operation ${opId} is lost: nobody answered it`);
    }
  }
  return faults;
}

/** Returns what a console shows, in the shape of the rows. */
function thingsOf({ receivers, sites }: FleetModel): Things {
  return new Map<string, Record<string, unknown>>([
    ...Object.values(receivers).map(
      ({ id, SiteId, alias, model, ipAddress, portNumber, enabled, color, latitude, longitude }) =>
        [`receiver ${id}`, { SiteId, alias, model, ipAddress, portNumber, enabled, color, latitude, longitude }] as const,
    ),
    ...Object.values(sites).map(({ id, alias, color, pointStyle }) => [`site ${id}`, { alias, color, pointStyle }] as const),
  ]);
}

function figuresOf(sailors: readonly Sailor[], asked: number, changes: readonly KeptChange[], tookMs: number): string {
  const answers = sailors.flatMap(({ line }) => [...line.answers.values()]);
  const of = (name: Answer['outcome']) => answers.filter(({ outcome }) => outcome === name).length;
  const made = (kind: ChangeKind) => changes.flatMap(({ items }) => items).filter((item) => item.kind === kind).length;
  const sum = (name: keyof LineFigures) => sailors.reduce((total, { line }) => total + line.figures[name], 0);
  return [
    `${asked} edits asked by ${sailors.length} consoles`,
    `${changes.length} changes`,
    `${made('receiver.configured')} configured, ${made('receiver.moved')} moved, ${made('receiver.relocated')} relocated`,
    `${made('receiver.retired')} retired, ${made('receiver.restored')} restored`,
    `${of('refused')} refused`,
    `${of('conflict')} conflicts`,
    `${of('put off')} put off`,
    `${sum('refetches')} refetches`,
    `${(sum('writes') / asked).toFixed(2)} requests per edit`,
    `${sum('lostRequests')} requests and ${sum('lostReplies')} replies lost`,
    `${sum('cuts')} lines cut`,
    `${(asked / (tookMs / 1_000)).toFixed(0)} edits/s`,
  ].join(', ');
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + restWithinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It never came that ${what}`);
    await delay(10);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
