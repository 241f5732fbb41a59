import type { AskedItem } from '#model/changes/asked-item.ts';
import type { AsOf } from '#model/changes/change.ts';
import type { ReadModels } from '#model/journal/read-models/read-models.ts';
import type { SessionEntry } from '#model/journal/session.ts';
import type { OrderedConsole } from './console.ts';
import type { OracleHost } from './oracle-host.ts';

type Own = { item: AskedItem; field: string; value: unknown; revision: number };

/**
 * Checks that what a person requested and got stays shown, or something later: never again what was there
 * before.
 */
export class ShownWatch {
  readonly #host: OracleHost;
  #epoch: string | null = null;
  readonly #own = new Map<string, Own>();
  readonly #settling = new Map<string, { asOf: AsOf; items: readonly AskedItem[] }>();

  constructor(host: OracleHost) {
    this.#host = host;
  }

  /** The operation `opId` changed nothing: its value was there already. */
  expectSettled(opId: string, asOf: AsOf, items: readonly AskedItem[]): void {
    this.#settling.set(opId, { asOf, items });
  }

  follow(entry: SessionEntry, page: OrderedConsole): void {
    if (!page.shown.fleet.loaded) return;
    if (entry.type === 'happened' && entry.fact.type === 'epoch.began') this.#own.clear();
    if (entry.type === 'happened' && entry.fact.type === 'change.made' && entry.opId !== undefined) {
      this.#epoch = entry.fact.epoch;
      this.#expect(entry.fact.items ?? [], entry.fact.revision, page);
    }
    const settled = entry.type === 'settled' ? this.#settling.get(entry.opId) : undefined;
    if (settled !== undefined && isWhole(page, settled.asOf.epoch)) {
      this.#epoch = settled.asOf.epoch;
      this.#expect(settled.items, settled.asOf.revision, page);
    }
    this.look(page);
  }

  /** @throws Error if something of the person's own is not shown, nor anything later. */
  look(page: OrderedConsole): void {
    for (const own of this.#own.values()) {
      const row = rowOf(page.shown, own.item);
      if (row !== undefined && row[own.field] === own.value) continue;
      if (isAsked(page, own) || (row === undefined ? this.#wentAfter(own) : this.#cameAfter(own, row[own.field]))) continue;
      const found = row === undefined ? 'nothing' : JSON.stringify(row[own.field]);
      throw new Error(`${own.item.kind} ${own.item.id} of revision ${own.revision}: ${found} is shown, which is older`);
    }
  }

  #expect(items: readonly AskedItem[], revision: number, page: OrderedConsole): void {
    // Until the first load of an epoch the rows are from the previous epoch, and the load may be from before
    // they were made again.
    if (page.shown.fleet.order.revision === null) return;
    for (const item of items) {
      // A row that cannot be shown, as after a new epoch or in unknown changes, comes with the next load.
      if (rowOf(page.journal.head.confirmed, item) === undefined) continue;
      if (!/renamed|recoloured/.test(item.kind) || item.kind.startsWith('system')) continue;
      for (const [field, value] of Object.entries(item.after ?? {})) {
        const place = `${item.kind} ${item.id}`;
        if ((this.#own.get(place)?.revision ?? 0) <= revision) this.#own.set(place, { item, field, value, revision });
      }
    }
  }

  #later(own: Own) {
    return this.#host.history
      .filter(({ epoch, revision }) => epoch === this.#epoch && revision > own.revision)
      .flatMap(({ items }) =>
        items.filter(({ kind, id }) => id === own.item.id && kind.split('.')[0] === own.item.kind.split('.')[0]),
      );
  }

  #cameAfter(own: Own, value: unknown): boolean {
    return this.#later(own).some(({ after }) => after !== null && (after as Record<string, unknown>)[own.field] === value);
  }

  #wentAfter(own: Own): boolean {
    return this.#later(own).some(({ after }) => after === null);
  }
}

/**
 * Returns true if an open request covers it: of the same field, the end of the row, or its (second)
 * beginning.
 */
function isAsked(page: OrderedConsole, own: Own): boolean {
  const [entity] = own.item.kind.split('.');
  const kinds = [own.item.kind, ...['deleted', 'created', 'retired', 'restored'].map((end) => `${entity}.${end}`)];
  const isOfIt = ({ kind, id }: AskedItem): boolean => id === own.item.id && kinds.includes(kind);
  return [...page.open.values()].some(({ items }) => items.some(isOfIt));
}

function rowOf({ fleet }: ReadModels, { kind, id }: AskedItem): Record<string, unknown> | undefined {
  const { receivers, sites } = fleet;
  return kind.startsWith('receiver.') ? receivers[id] : sites[id];
}

/**
 * Returns false if the list is from a past epoch, or from before changes that are no longer known. It must be
 * loaded again.
 */
function isWhole(page: OrderedConsole, of: string): boolean {
  const { epoch, revision } = page.shown.fleet.order;
  return epoch === of && revision !== null && revision >= (page.sequence.revision ?? 0);
}
