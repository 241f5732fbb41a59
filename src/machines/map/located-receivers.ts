import { type EventObject, fromCallback } from 'xstate';
import { locatedCount } from '../../model/map/pins.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { LocatedReport } from './map-events.ts';

/** Reports how many receivers have coordinates, once the list has come and whenever that changes. */
export const locatedReceivers: CallbackLogic<EventObject, NoInput, LocatedReport> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let reported: number | null = null;
  const report = (): void => {
    const { fleet } = shown(journal.getSnapshot());
    const count = fleet.loaded ? locatedCount(fleet) : null;
    if (count === null || count === reported) return;
    reported = count;
    sendBack({ type: 'located.counted', count } satisfies LocatedReport);
  };
  report();
  const watch = journal.subscribe(report);
  return () => watch.unsubscribe();
});
