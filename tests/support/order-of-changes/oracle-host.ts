import { type AskedItem, reversed } from '#model/changes/asked-item.ts';
import type { AsOf, Change, ChangeItem } from '#model/changes/change.ts';
import type { ChangeReply } from '#model/journal/sequence.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Site } from '#model/entities/site.ts';
import { receiver, site } from '../fleet-samples.ts';

/** The person of the console under test, and another one. */
export const me = { id: 7, name: 'Ada' };
const somebody = { id: 8, name: 'Bo' };

/** What a backup of the host contains. */
export type State = {
  revision: number;
  receivers: Receiver[];
  sites: Site[];
  commonName: string;
  nextId: number;
  role: number;
  operations: Record<string, ChangeReply>;
};

/** The answer to a call. */
export type Answer<T> = { ok: true; value: T } | { ok: false; code: number };

/** A message of the socket. */
export type Told =
  | { type: 'changed'; epoch: string; change: Change }
  | { type: 'heard'; asOf: AsOf }
  | { type: 'reload'; asOf: AsOf }
  | { type: 'state'; rxId: number; state: number; ts: number };

/** How many changes an answer contains; few, so that a console must ask more than once. */
const page = 4;

const entityOf = (kind: string): 'receivers' | 'sites' | undefined =>
  kind.startsWith('receiver.') ? 'receivers' : kind.startsWith('site.') ? 'sites' : undefined;

/**
 * The values of a receiver that was never heard. Repeated here from `foldItems`, which this host judges: if
 * they were shared, a fault would be in both and remain unnoticed.
 */
const unheard = {
  status: 0,
  statusTime: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  voltage: null,
  firmwareMajor: null,
  firmwareMinor: null,
  firmwarePatch: null,
  infoTime: null,
  heardTime: null,
  uploadsEveryMs: null,
};

/**
 * A host as plain as possible: lists of rows, written one operation after another. It knows nothing of folds
 * and sequences, so that what a console shows in the end can be compared with it.
 */
export class OracleHost {
  epoch = 'epoch-0';
  state: State = {
    revision: 0,
    receivers: [1, 2, 3].map((id) => receiver({ id, SiteId: 1 + (id % 2), ...unheard, alias: `rx ${id}`, rev: 0 })),
    sites: [1, 2].map((id) => site({ id, alias: `site ${id}`, rxIds: [], rev: 0 })),
    commonName: 'Demo',
    nextId: 10,
    role: 2,
    operations: {},
  };
  /** The kept changes, each with all its items. */
  changes: { change: Change; untold: boolean }[] = [];
  /** All changes ever made, to look up what a field has been. */
  readonly history: { epoch: string; revision: number; items: readonly ChangeItem[] }[] = [];
  keptFrom = 0;
  /** What receivers reported about themselves, by id. It has no revision, and no backup reverts it. */
  readonly reports = new Map<number, { rxId: number; state: number; ts: number }>();
  #backup = structuredClone(this.state);
  #clock = 1;
  readonly #tell: (told: Told) => void;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  get asOf(): AsOf {
    return { epoch: this.epoch, revision: this.state.revision };
  }

  /** Makes the person's own change. The same operation again gets its first answer. */
  ask(opId: string, asked: readonly AskedItem[] | { undo: number; epoch: string }): Answer<ChangeReply> {
    const known = this.state.operations[opId];
    if (known !== undefined) return { ok: true, value: known };
    if (this.state.role > 3) return { ok: false, code: 403 };
    let items: readonly AskedItem[] | undefined;
    let undoes: number | null = null;
    if ('undo' in asked) {
      if (asked.epoch !== this.epoch) return { ok: false, code: 410 };
      const change = this.changes.find((one) => one.change.revision === asked.undo)?.change;
      if (change === undefined || change.by?.id !== me.id) return { ok: false, code: 409 };
      undoes = asked.undo;
      items = reversed(change.items as ChangeItem[]);
    } else items = asked;
    if (!items.every((item) => this.#fits(item))) return { ok: false, code: 404 };
    const made = this.#write(items);
    const reply = { epoch: this.epoch, revision: this.state.revision + (made.length > 0 ? 1 : 0), items: made };
    this.state.operations[opId] = reply;
    if (made.length > 0) this.#commit(made, { by: me, operation: opId, undoes });
    return { ok: true, value: reply };
  }

  /** Makes another person's change. `untold`: it is too large to send. */
  act(asked: readonly AskedItem[], { untold = false, tab = false } = {}): void {
    if (!asked.every((item) => this.#fits(item))) return;
    const made = this.#write(asked);
    if (made.length === 0) return;
    const operation = tab ? `tab-${this.state.revision}-${this.epoch}-------` : undefined;
    this.#commit(made, { by: tab ? me : somebody, operation, undoes: null, untold });
  }

  /**
   * Gives the console's person another role: a change that only some may read, after which everything must be
   * loaded again.
   */
  giveRole(role: number): void {
    const before = { RoleId: this.state.role };
    if (before.RoleId === role) return;
    this.state.role = role;
    const items = [{ kind: 'member.roleChanged', id: me.id, name: me.name, before, after: { RoleId: role } } as const];
    this.#commit(items, { by: somebody, undoes: null });
    this.#tell({ type: 'reload', asOf: this.asOf });
  }

  report(at: number): void {
    const rx = this.state.receivers[at % Math.max(1, this.state.receivers.length)];
    if (rx === undefined) return;
    this.#clock += 1;
    const report = { rxId: rx.id, state: this.#clock % 5, ts: this.#clock };
    this.reports.set(rx.id, report);
    this.#tell({ type: 'state', ...report });
  }

  heartbeat(): void {
    this.#tell({ type: 'heard', asOf: this.asOf });
  }

  backup(): void {
    this.#backup = structuredClone(this.state);
  }

  restore(): void {
    this.state = structuredClone(this.#backup);
    this.epoch = `epoch-${Number(this.epoch.slice(6)) + 1}`;
    this.prune();
  }

  /** Forgets older changes. */
  prune(): void {
    this.changes = [];
    this.keptFrom = this.state.revision;
  }

  loadFleet() {
    const byAlias = (one: Receiver, other: Receiver) => {
      const [a, b] = [one.alias.toLowerCase(), other.alias.toLowerCase()];
      return a === b ? one.id - other.id : a < b ? -1 : 1;
    };
    const receivers = structuredClone(this.state.receivers).sort(byAlias);
    for (const row of receivers) {
      const report = this.reports.get(row.id);
      Object.assign(row, { status: report?.state ?? 0, statusTime: report?.ts ?? null });
    }
    const sites = this.state.sites.map((row) => ({
      ...row,
      rxIds: receivers.filter(({ SiteId }) => SiteId === row.id).map(({ id }) => id),
    }));
    return { asOf: this.asOf, receivers, sites };
  }

  getChanges({ epoch, after }: { epoch: string; after: number }): Answer<AsOf & { changes: Change[] }> {
    if (epoch !== this.epoch || after < this.keptFrom || after > this.state.revision) return { ok: false, code: 410 };
    const changes = this.changes.filter(({ change }) => change.revision > after).slice(0, page);
    return { ok: true, value: { ...this.asOf, changes: changes.map((one) => this.#seen(one)) } };
  }

  #fits(item: AskedItem): boolean {
    const exists = this.state[entityOf(item.kind) ?? 'sites'].some(({ id }) => id === item.id);
    if (item.kind === 'site.deleted') return exists && !this.state.receivers.some(({ SiteId }) => SiteId === item.id);
    if (item.kind === 'system.renamed') return true;
    return item.kind.endsWith('.created') || item.kind === 'receiver.restored' ? !exists : exists;
  }

  /** Writes what is requested, and returns what changed: nothing if all was so already. */
  #write(asked: readonly AskedItem[]): ChangeItem[] {
    const revision = this.state.revision + 1;
    return asked.flatMap((item): ChangeItem[] => {
      const { kind, id, after } = item;
      if (kind === 'system.renamed') {
        const before = { commonName: this.state.commonName };
        this.state.commonName = after.commonName;
        return [{ kind, id, name: 'System', before, after }];
      }
      const rows: { id: number }[] = this.state[entityOf(kind) ?? 'sites'];
      const at = rows.findIndex((row) => row.id === id);
      if (kind === 'receiver.created' || kind === 'receiver.restored')
        rows.push(receiver({ ...unheard, ...after, id, rev: revision }));
      else if (kind === 'site.created') rows.push(site({ ...after, id, rxIds: [], rev: revision }));
      else if (after === null) {
        const { alias, color, pointStyle, ...rest } = rows.splice(at, 1)[0] as Receiver & Site;
        const { SiteId, model, ipAddress, portNumber, enabled, latitude, longitude } = rest;
        const ofReceiver = { SiteId, alias, model, ipAddress, portNumber, enabled, color, latitude, longitude };
        const before = kind === 'site.deleted' ? { alias, color, pointStyle } : ofReceiver;
        return [{ kind, id, name: alias, before, after } as ChangeItem];
      } else {
        const row = rows[at] as unknown as Record<string, unknown>;
        const before = Object.fromEntries(Object.keys(after).map((field) => [field, row[field]]));
        if (JSON.stringify(before) === JSON.stringify(after)) return [];
        Object.assign(row, after, { rev: revision });
        return [{ kind, id, name: 'It', before, after } as unknown as ChangeItem];
      }
      return [{ kind, id, name: 'It', before: null, after } as ChangeItem];
    });
  }

  #commit(
    items: readonly ChangeItem[],
    { by, operation, undoes, untold = false }: Pick<Change, 'by' | 'operation' | 'undoes'> & { untold?: boolean },
  ): void {
    this.state.revision += 1;
    const { revision } = this.state;
    const change: Change = { revision, at: 1, by, through: 'console', undoes, items: [...items] };
    if (operation !== undefined) change.operation = operation;
    this.changes.push({ change, untold });
    this.history.push({ epoch: this.epoch, revision, items });
    if (untold && revision % 2 === 0) this.#tell({ type: 'reload', asOf: this.asOf });
    else this.#tell({ type: 'changed', epoch: this.epoch, change: this.#seen({ change, untold }) });
  }

  /** Returns a change as the console's person may read it now. */
  #seen({ change, untold }: { change: Change; untold: boolean }): Change {
    if (untold) return { ...change, items: null };
    const isWithheld = (kind: string): boolean => kind.startsWith('member.') && this.state.role > 2;
    return { ...change, items: (change.items ?? []).filter(({ kind }) => !isWithheld(kind)) };
  }
}
