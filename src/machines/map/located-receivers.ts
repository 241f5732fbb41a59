import { fromCallback } from 'xstate';
import { areSamePlaces, type MapPlace, placesOf } from '../../model/map/pins.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { PlacesReport } from './map-events.ts';
import type { PastChanged } from './map-past-events.ts';

/**
 * Reports the locations of receivers once the list is loaded and whenever they change; while a past day is
 * shown, it reports the locations of that day (MAP-11).
 */
export const locatedReceivers: CallbackLogic<PastChanged, NoInput, PlacesReport> = fromCallback<PastChanged>(
  ({ system, sendBack, receive }) => {
    const journal = journalIn(system);
    let then: PastChanged['places'] = null;
    let reported: readonly MapPlace[] | null = null;
    let looked: unknown = null;
    const pass = (places: readonly MapPlace[]): void => {
      if (reported !== null && areSamePlaces(places, reported)) return;
      reported = places;
      sendBack({ type: 'places.changed', places } satisfies PlacesReport);
    };
    const report = (): void => {
      const { fleet } = shown(journal.getSnapshot());
      if (then !== null || !fleet.loaded || fleet.receivers === looked) return;
      looked = fleet.receivers;
      pass(placesOf(fleet));
    };
    report();
    receive(({ places }) => {
      then = places;
      looked = null;
      if (then === null) report();
      else pass(then);
    });
    const watch = journal.subscribe(report);
    return () => watch.unsubscribe();
  },
);
