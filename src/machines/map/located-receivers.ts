import { type EventObject, fromCallback } from 'xstate';
import { areSamePlaces, type MapPlace, placesOf } from '../../model/map/pins.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { PlacesReport } from './map-events.ts';

/** Reports where the receivers stand, once the list has come and whenever that changes. */
export const locatedReceivers: CallbackLogic<EventObject, NoInput, PlacesReport> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let reported: readonly MapPlace[] | null = null;
  let looked: unknown = null;
  const report = (): void => {
    const { fleet } = shown(journal.getSnapshot());
    if (!fleet.loaded || fleet.receivers === looked) return;
    looked = fleet.receivers;
    const places = placesOf(fleet);
    if (reported !== null && areSamePlaces(places, reported)) return;
    reported = places;
    sendBack({ type: 'places.changed', places } satisfies PlacesReport);
  };
  report();
  const watch = journal.subscribe(report);
  return () => watch.unsubscribe();
});
