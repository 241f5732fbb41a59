import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { MapPastRef } from '../../machines/map/map-past-machine.ts';
import { dayAfter, daysBetween } from '../../model/map/days.ts';
import { Button } from '../controls/button.tsx';
import { later } from '../controls/later.tsx';
import styles from './map-past.module.css';

/** Loaded when needed: the calendar is large, and most people never open the past. */
const DayField = later(() => import('./day-field.tsx'));

/** A button that opens the past (MAP-11); hidden while locations are edited. */
export function PastButton({ past, isEditing }: { past: MapPastRef; isEditing: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useSelector(past, (snapshot) => snapshot.matches('open'));
  const wasOpen = useRef(isOpen);
  // Focus this button when the past closes: keyboard users would otherwise continue at the top of the page.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen || isEditing ? null : (
    <Button ref={button} onPress={() => past.send({ type: 'past.open' })}>
      Past
    </Button>
  );
}

/** Shows where receivers were on another day (MAP-11), with a slider of days. */
export function MapPast({ past }: { past: MapPastRef }) {
  const isOpen = useSelector(past, (snapshot) => snapshot.matches('open'));
  return isOpen ? <Opened past={past} /> : null;
}

function Opened({ past }: { past: MapPastRef }) {
  const day = useSelector(past, ({ context }) => context.day);
  const isFailed = useSelector(past, (snapshot) => snapshot.hasTag('failed'));
  const isBusy = useSelector(past, (snapshot) => snapshot.hasTag('busy'));
  return (
    <section className="row wrap gap-8-16 below-12" aria-label="Past">
      <p className={styles.caption} role="status">
        {day === null ? 'Receiver locations now' : `Receiver locations on ${day}`}
        {isBusy ? '. Loading…' : ''}
        {isFailed ? '. Could not load them.' : ''}
      </p>
      {isFailed ? <Button onPress={() => past.send({ type: 'past.retry' })}>Retry</Button> : null}
      {isFailed || isBusy ? null : <Days past={past} />}
      <Button onPress={() => past.send({ type: 'past.close' })}>Back to now</Button>
    </section>
  );
}

function Days({ past }: { past: MapPastRef }) {
  const { day, first: known, today } = useSelector(past, ({ context }) => context);
  const first = day !== null && day < known ? day : known;
  const shown = day ?? today;
  const choose = (chosen: string): void => past.send({ type: 'day.chosen', day: chosen });
  if (first === today) return <p className={styles.caption}>No receiver was added, retired or moved before today.</p>;
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label="Day"
        aria-valuetext={day ?? `${today}, now`}
        min={0}
        max={daysBetween(first, today)}
        value={daysBetween(first, shown)}
        onChange={({ target }) => choose(dayAfter(first, Number(target.value)))}
      />
      <span className={styles.date}>
        <DayField day={shown} first={first} today={today} onChoose={choose} />
      </span>
    </>
  );
}
