import type { TimeRange } from '../../model/live/contact-counts.ts';
import { type SeriesTest, stepContact } from '../../model/live/contact-search.ts';
import type { ContactRef } from '../../model/live/contact-window.ts';
import type { LiveView } from '../../model/live/live-view.ts';

/**
 * What a key of the chart does: left and right walk through the contacts of a group, up and down change the
 * group.
 */
export type ChartStep = 'earlier' | 'later' | 'previousGroup' | 'nextGroup' | 'first' | 'last';

export const chartKeys: Readonly<Record<string, ChartStep>> = {
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  ArrowUp: 'previousGroup',
  ArrowDown: 'nextGroup',
  Home: 'first',
  End: 'last',
};

/**
 * Returns the contact that a step reaches, or `from` if there is none. If the window lacks `from`, returns
 * the newest shown contact, or the oldest for 'first'; null if none is shown.
 */
export function takeStep(view: LiveView, range: TimeRange, from: ContactRef | null, step: ChartStep): ContactRef | null {
  const isVisible: SeriesTest = (id) => view.visible[id] === 1;
  const { window } = view;
  if (!from || !window.has(from)) return stepContact(window, null, step === 'first' ? 1 : -1, range, isVisible);
  const inGroup =
    (group: number): SeriesTest =>
    (id) =>
      isVisible(id) && view.groupOf[id] === group;
  const group = groupAt(view, from);
  switch (step) {
    case 'earlier':
      return stepContact(window, from, -1, range, inGroup(group)) ?? from;
    case 'later':
      return stepContact(window, from, 1, range, inGroup(group)) ?? from;
    case 'first':
      return stepContact(window, null, 1, range, inGroup(group)) ?? from;
    case 'last':
      return stepContact(window, null, -1, range, inGroup(group)) ?? from;
    case 'previousGroup':
    case 'nextGroup': {
      // The legend's counts may be unfinished and lack the current group, so find its neighbour by value.
      const { groups } = view.legend();
      const value = view.valueOf(group);
      const other =
        step === 'nextGroup'
          ? (groups.find((each) => each.value > value) ?? groups[0])
          : (groups.findLast((each) => each.value < value) ?? groups.at(-1));
      if (other === undefined || other.id === group) return from;
      const test = inGroup(other.id);
      return stepContact(window, from, -1, range, test) ?? stepContact(window, from, 1, range, test) ?? from;
    }
  }
}

function groupAt(view: LiveView, ref: ContactRef): number {
  return view.groupOf[view.window.series.idOf(view.window.read(ref))]!;
}
