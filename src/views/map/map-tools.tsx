import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectIsDeserted } from '../../machines/map/map-selectors.ts';
import { Button } from '../controls/button.tsx';
import { icon } from '../controls/draw-icon.tsx';
import { useHeir } from '../controls/use-heir.ts';
import styles from './map.module.css';

const PlusIcon = icon(<path d="M10 4v12M4 10h12" />);
const MinusIcon = icon(<path d="M4 10h12" />);
const FitIcon = icon(<path d="M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4" />);

/** Zooms in, out, and back to all receivers. */
export function MapTools({ map }: { map: MapRef }) {
  return (
    <div className={styles.tools} role="group" aria-label="Zoom">
      <Button aria-label="Zoom in" onPress={() => map.send({ type: 'camera.zoomed', by: 1, at: null })}>
        <PlusIcon />
      </Button>
      <Button aria-label="Zoom out" onPress={() => map.send({ type: 'camera.zoomed', by: -1, at: null })}>
        <MinusIcon />
      </Button>
      <Button aria-label="Show all receivers" onPress={() => map.send({ type: 'look.fit' })}>
        <FitIcon />
      </Button>
    </div>
  );
}

/**
 * Says that no receiver is in view, and brings them back (MAP-14). The status element exists before its text:
 * some screen readers announce only changes (MAP-15).
 */
export function NobodyHere({ map }: { map: MapRef }) {
  const isDeserted = useSelector(map, selectIsDeserted);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={isDeserted ? styles.nobody : undefined}>
      <span role="status">{isDeserted ? 'No receivers here' : ''}</span>
      {isDeserted ? <ShowAll map={map} heir={() => planeBeside(place.current)} /> : null}
    </div>
  );
}

/** A button that disappears when pressed and moves the focus to the map (FORM-13). */
function ShowAll({ map, heir }: { map: MapRef; heir: () => HTMLElement | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  useHeir(place, heir);
  return (
    <span ref={place}>
      <Button onPress={() => map.send({ type: 'look.fit' })}>Show all</Button>
    </span>
  );
}

/** Returns the element that takes the map's keys: the plain map, or the canvas of WebGL. */
function planeBeside(element: Element | null): HTMLElement | undefined {
  return element?.parentElement?.querySelector<HTMLElement>('[role=application], canvas[tabindex]') ?? undefined;
}
