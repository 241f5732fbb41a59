import { useSelector } from '@xstate/react';
import { memo, type RefObject, useEffect, useMemo } from 'react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectHeard } from '../../machines/map/map-selectors.ts';
import type { PastPlace } from '../../model/contract/system-locations-call.ts';
import { type Receiver, receiverStatusName } from '../../model/entities/receiver.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { heardText } from '../../model/map/heard-counts.ts';
import { isBeyondMap } from '../../model/geo/mercator.ts';
import { pinLook } from '../../model/map/pins.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { ListedSnooze } from './map-snooze.tsx';
import { useIsHeardWhole } from './use-heard-whole.ts';
import styles from './map-list.module.css';

type Props = {
  map: MapRef;
  /** Where receivers were on the chosen day; null while the map shows now. */
  pastPlaces: readonly PastPlace[] | null;
  ref: RefObject<HTMLDivElement | null>;
  chosen: number | null;
  onChoose: (rxId: number) => void;
};

/** MAP-7: every receiver by site, beside the map; choosing one moves the map to it. */
export function MapList({ map, pastPlaces, ref, chosen, onChoose }: Props) {
  const isWhole = useIsHeardWhole(map);
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const times = useTimes();
  const then = useMemo(
    () => (pastPlaces === null ? null : new Map(pastPlaces.map((place) => [place.rxId, place]))),
    [pastPlaces],
  );
  const fleetIds = new Set(groups.flatMap(({ rxIds }) => rxIds));
  const retired = (pastPlaces ?? []).filter(({ rxId }) => !fleetIds.has(rxId));
  // Scroll only the list. The page stays where it is.
  useEffect(() => {
    const row = chosen === null ? null : (ref.current?.querySelector<HTMLElement>(`[data-rx="${chosen}"]`) ?? null);
    if (ref.current !== null && row !== null) showWithin(ref.current, row);
  }, [ref, chosen]);
  return (
    <div ref={ref} className={styles.list} role="region" aria-label="Receivers on the map" tabIndex={0}>
      {groups.map(({ site, rxIds }) =>
        rxIds.length === 0 ? null : (
          <section key={site?.id ?? 'none'} aria-label={site?.alias ?? 'Without a site'}>
            <h2 className={styles.site}>{site?.alias ?? 'Without a site'}</h2>
            <ul className={styles.rows}>
              {rxIds.map((rxId) => (
                <ListRow
                  key={rxId}
                  {...{ map, rxId, isWhole, times }}
                  then={then === null ? 'now' : (then.get(rxId) ?? null)}
                  chosen={chosen === rxId}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      {retired.length === 0 ? null : (
        <section aria-label="Retired since">
          <h2 className={styles.site}>Retired since</h2>
          <ul className={styles.rows}>
            {retired.map(({ rxId, alias }) => (
              <li key={rxId}>
                <button
                  type="button"
                  className={styles.row}
                  aria-pressed={chosen === rxId}
                  data-rx={rxId}
                  onClick={() => onChoose(rxId)}
                >
                  <span className="ellipsis">{alias}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type RowProps = {
  map: MapRef;
  rxId: number;
  /** False if contacts of the last minutes were missed. */
  isWhole: boolean;
  times: TimeText;
  /** Where the receiver was on the chosen day, null if it had no location; 'now' while the map shows now. */
  then: PastPlace | 'now' | null;
  chosen: boolean;
  onChoose: (rxId: number) => void;
};

const ListRow = memo(function ListRow(props: RowProps) {
  const rx = useReadModel(({ fleet }) => fleet.receivers[props.rxId], looksSame);
  // Select the count, not its text, because every row runs this at each step of a drag of the map.
  const count = useSelector(props.map, (snapshot) => selectHeard(snapshot)[props.rxId]);
  const heard = count === undefined ? null : heardText(count, props.isWhole);
  if (rx === undefined) return null;
  const isNow = props.then === 'now';
  const latitude = props.then === 'now' ? rx.latitude : (props.then?.latitude ?? null);
  const nowhere = isNow ? 'No location' : 'No location that day';
  const note = latitude === null ? nowhere : isBeyondMap({ latitude }) ? 'Beyond the map' : null;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-pressed={props.chosen}
        data-rx={rx.id}
        onClick={() => props.onChoose(rx.id)}
      >
        <span className="ellipsis">{rx.alias}</span>
        <span className="wrap between gap-0-8">
          <StatusMark status={pinLook(rx)} />
          {heard === null || !isNow ? null : <span className="quiet small">{heard}</span>}
          {note === null ? null : <span className="quiet small">{note}</span>}
          {isNow ? <ListedSnooze map={props.map} rx={rx} times={props.times} /> : null}
        </span>
      </button>
    </li>
  );
});

function showWithin(list: HTMLElement, row: HTMLElement): void {
  const [seen, box] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (box.top < seen.top) list.scrollTop += box.top - seen.top;
  else if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom;
}

/** Compares only what a row shows (SPEED-10). */
function looksSame(one: Receiver | undefined, other: Receiver | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return (
    one.alias === other.alias &&
    pinLook(one) === pinLook(other) &&
    receiverStatusName(one.status) === receiverStatusName(other.status) &&
    one.latitude === other.latitude &&
    one.longitude === other.longitude &&
    one.snoozeUntil === other.snoozeUntil
  );
}
