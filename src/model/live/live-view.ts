import type { Contact } from '../entities/contact.ts';
import { ContactCounts, type TimeRange } from './contact-counts.ts';
import type { ContactWindow } from './contact-window.ts';
import { type GroupFocus, isInFocus, isSameFocus } from './group-focus.ts';
import { LatestContacts } from './latest-contacts.ts';
import { groupKinds, groupValue, noFilters, passesFilters, type ContactFilters, type GroupKind } from './live-settings.ts';
import type { WorkBudget } from './work-budget.ts';

/** One group of the legend. `id` is stable while the grouping is kept, so a colour can depend on it. */
export type LegendGroup = { readonly id: number; readonly value: number; readonly count: number };

export type Legend = {
  readonly groupBy: GroupKind;
  /** The drawn groups with contacts in the shown range, in the order of their values. */
  readonly groups: readonly LegendGroup[];
  /** The groups with contacts in the range that the focus hides (LIVE-28), in the same order. */
  readonly aside: readonly LegendGroup[];
  /** Contacts of `groups` in the shown range. */
  readonly shown: number;
  /** Contacts in the shown range that the filters hide. */
  readonly hidden: number;
};

/** The values of each kind that were heard. */
export type HeardValues = Readonly<Record<GroupKind, readonly number[]>>;
export const noHeardValues: HeardValues = { rxId: [], ant: [], type: [], freq: [], code: [] };

/** Groups without contacts keep their ids, and so their colours, until there are this many groups. */
const manyGroups = 16_384;

/**
 * One view of the window: the group of each series, whether the series passes the filters, and how many of
 * its contacts are in the shown range (LIVE-1).
 */
export class LiveView {
  /** Grows when a known series changes its group or visibility, so that marks must be redrawn. */
  revision = 0;
  /** By series id: the group's id. */
  groupOf = new Uint32Array(256);
  /** By series id: 1 if the series passes the filters and its group is drawn. */
  visible = new Uint8Array(256);
  /** By series id: 1 if the series passes the filters. */
  #passes = new Uint8Array(256);
  #focus: GroupFocus | null = null;

  readonly window: ContactWindow;
  readonly #counts: ContactCounts;
  readonly #latest: LatestContacts;
  #groupBy: GroupKind;
  #filters: ContactFilters;
  #values: number[] = [];
  #ids = new Map<number, number>();
  #epochs = new Uint32Array(256);
  #additions = -1;
  #tooManyGroups = manyGroups;

  constructor(window: ContactWindow, groupBy: GroupKind = 'rxId', filters: ContactFilters = noFilters) {
    this.window = window;
    this.#counts = new ContactCounts(window);
    this.#latest = new LatestContacts(window, (series) => this.visible[series] === 1);
    this.#groupBy = groupBy;
    this.#filters = filters;
  }

  get groupBy(): GroupKind {
    return this.#groupBy;
  }

  /** Sets grouping, filters and focus. Cheap if nothing changed. */
  configure(groupBy: GroupKind, filters: ContactFilters, focus: GroupFocus | null = null): void {
    if (groupBy === this.#groupBy && filters === this.#filters && isSameFocus(focus, this.#focus)) return;
    this.#focus = focus;
    if (groupBy !== this.#groupBy) this.#forgetGroups();
    this.#groupBy = groupBy;
    this.#filters = filters;
    this.#epochs.fill(0);
    this.#additions = -1;
    this.revision++;
  }

  /** Adds series that are new in the window. Returns true if there were any. */
  sync(): boolean {
    const { series } = this.window;
    if (series.additions === this.#additions) return false;
    this.#additions = series.additions;
    if (this.#values.length > this.#tooManyGroups) this.#startOver();
    this.#fit(series.limit);
    for (let id = 0; id < series.limit; id++) {
      if (series.epochs[id] === this.#epochs[id]) continue;
      this.#epochs[id] = series.epochs[id]!;
      const contact = series.read(id);
      const value = groupValue(contact, this.#groupBy);
      this.groupOf[id] = this.#groupId(value);
      this.#passes[id] = passesFilters(contact, this.#filters) ? 1 : 0;
      this.visible[id] = isInFocus(this.#focus, value) ? this.#passes[id]! : 0;
    }
    return true;
  }

  /** Returns the value of a group, for example a receiver's id. */
  valueOf(groupId: number): number {
    return this.#values[groupId]!;
  }

  /** Returns the legend of the range to which the counts were last moved. */
  legend(): Legend {
    this.sync();
    const bySeries = this.#counts.bySeries();
    const byGroup = new Uint32Array(this.#values.length);
    let shown = 0;
    let hidden = 0;
    for (let id = 0; id < bySeries.length; id++) {
      const count = bySeries[id]!;
      if (this.#passes[id] === 1) {
        if (this.visible[id] === 1) shown += count;
        byGroup[this.groupOf[id]!]! += count;
      } else hidden += count;
    }
    const heard: LegendGroup[] = [];
    byGroup.forEach((count, id) => void (count > 0 && heard.push({ id, value: this.#values[id]!, count })));
    heard.sort((one, other) => one.value - other.value);
    const groups = heard.filter(({ value }) => isInFocus(this.#focus, value));
    const aside = heard.filter(({ value }) => !isInFocus(this.#focus, value));
    return { groupBy: this.#groupBy, groups, aside, shown, hidden };
  }

  /**
   * Subtracts contacts from the counts as the window drops them, until the returned function is called.
   * Without it, each drop makes the next `moveTo` count the whole range again.
   */
  follow(): () => void {
    return this.window.beforeDrop((bucket) => {
      this.#counts.forget(bucket);
      this.#latest.forget(bucket);
    });
  }

  /** Moves the counts to `range`; see `ContactCounts.moveTo`. */
  moveTo(range: TimeRange, budget?: WorkBudget): boolean {
    return this.#counts.moveTo(range, budget);
  }

  /**
   * Returns the newest contacts of a range that are drawn (filters, focus), newest first, at most `limit`.
   * Returns null if the budget was too small: repeat the call to continue.
   */
  latest(range: TimeRange, limit: number, budget: WorkBudget): Contact[] | null {
    this.sync();
    return this.#latest.of(range, limit, this.revision, budget);
  }

  /**
   * Returns how many contacts `legend` and `latest` read on top of any budget: those of the seconds at the
   * ends of the range.
   */
  endsSize(range: TimeRange): number {
    return 2 * this.#counts.endsSize(range);
  }

  /** Returns every value of each kind among the contacts held, ascending, for the filter dialog. */
  heardValues(): HeardValues {
    const { series } = this.window;
    const found = {
      rxId: new Set<number>(),
      ant: new Set<number>(),
      type: new Set<number>(),
      freq: new Set<number>(),
      code: new Set<number>(),
    };
    for (let id = 0; id < series.limit; id++) {
      if (!series.isUsed(id)) continue;
      const contact = series.read(id);
      for (const kind of groupKinds) found[kind].add(groupValue(contact, kind));
    }
    const ascending = (kind: GroupKind) => [...found[kind]].sort((one, other) => one - other);
    return {
      rxId: ascending('rxId'),
      ant: ascending('ant'),
      type: ascending('type'),
      freq: ascending('freq'),
      code: ascending('code'),
    };
  }

  #groupId(value: number): number {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#values.push(value) - 1;
      this.#ids.set(value, id);
    }
    return id;
  }

  #startOver(): void {
    const { series } = this.window;
    const used = new Set<number>();
    for (let id = 0; id < series.limit; id++) if (series.isUsed(id)) used.add(groupValue(series.read(id), this.#groupBy));
    this.#tooManyGroups = Math.max(manyGroups, used.size * 2);
    this.#forgetGroups();
    this.#epochs.fill(0);
    this.revision++;
  }

  #forgetGroups(): void {
    this.#values = [];
    this.#ids.clear();
  }

  #fit(limit: number): void {
    if (limit <= this.#epochs.length) return;
    const size = Math.max(limit, this.#epochs.length * 2);
    const groupOf = new Uint32Array(size);
    const visible = new Uint8Array(size);
    const epochs = new Uint32Array(size);
    groupOf.set(this.groupOf);
    visible.set(this.visible);
    epochs.set(this.#epochs);
    const passes = new Uint8Array(size);
    passes.set(this.#passes);
    Object.assign(this, { groupOf, visible });
    this.#passes = passes;
    this.#epochs = epochs;
  }
}
