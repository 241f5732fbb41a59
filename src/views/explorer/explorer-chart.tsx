import { Switch } from '@adobe/react-spectrum/Switch';
import { useProvider } from '@adobe/react-spectrum/Provider';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ExplorerPlace } from '../../model/explorer/explorer-address.ts';
import { exploredText, moreGroupsText, selectedText } from '../../model/explorer/explorer-text.ts';
import {
  boxBetween,
  contactsWithin,
  type ExplorerWindow,
  nearestContact,
  nextContact,
  panned,
  wholeWindow,
  zoomed,
} from '../../model/explorer/explorer-view.ts';
import type { Exploration } from '../../model/explorer/explored-contacts.ts';
import type { Wearers } from '../../model/explorer/worn-tags.ts';
import type { ExploredContacts } from '../../model/contract/packed-contacts.ts';
import { countText } from '../../model/text/number-text.ts';
import { paletteColour, paletteShape, type Scheme } from '../../model/live/palette.ts';
import { type PlotFrame, plotFrame } from '../../model/live/plot-frame.ts';
import { LegendEntry, LegendList } from '../charts/legend-list.tsx';
import { Button } from '../controls/button.tsx';
import { Mark } from '../controls/mark.tsx';
import { useSize } from '../map/use-size.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { ExplorerPainter } from './explorer-painter.ts';
import styles from './explorer.module.css';

type Props = {
  place: ExplorerPlace;
  contacts: ExploredContacts;
  exploration: Exploration;
  /** The name of each group; and below, which animals wore the tags of the contacts. */
  labels: readonly string[];
  wearers: Wearers;
};

/**
 * How near the pointer must come to a contact (px); and below, the factor by which a press of a button zooms.
 */
const reach = 12;
const closer = 0.5;
const mostNamed = 40;
/** The most contacts listed; longer lists are for the CSV. */
const mostListed = 200;

/**
 * Shows power over time (EXP-2). Drag to move; zoom with Ctrl and the wheel, or with buttons. Pointer and
 * keys read each contact.
 */
export function ExplorerChart({ place, contacts, exploration, labels, wearers }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const whole = useMemo(() => wholeWindow(place, contacts), [place, contacts]);
  const [chosen, choose] = useState<number | null>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  // The label of the group pointed at, not its index: that changes with the filters.
  const [pointed, point] = useState<string | null>(null);
  const [held, hold] = useState<string | null>(null);
  const isolated = isolatedOf(exploration, pointed, held);
  const [selects, setSelects] = useState(false);
  const [box, setBox] = useState<ExplorerWindow | null>(null);
  const inside = useMemo(
    () => (box === null ? null : contactsWithin(contacts, exploration, box, mostListed)),
    [box, contacts, exploration],
  );
  const keysId = useId();
  const times = useTimes();
  const { colorScheme } = useProvider();
  const scheme: Scheme = colorScheme === 'light' ? 'light' : 'dark';
  useSize(frame, setSize);
  const plot = plotFrame(size.width, size.height, 1);

  // The painter holds the view: only the canvas shows it, and a drag changes it with every frame.
  const painter = useRef<ExplorerPainter | null>(null);
  useEffect(() => {
    painter.current = new ExplorerPainter(canvas.current!, contacts, whole);
  }, [contacts, whole]);
  useEffect(
    () => painter.current?.draw({ size, exploration, isolated, chosen, box, scheme, times }),
    [size, contacts, exploration, isolated, chosen, box, scheme, times],
  );
  const show = (next: (view: ExplorerWindow) => ExplorerWindow): void => {
    if (painter.current !== null) painter.current.view = next(painter.current.view);
  };
  // Listen without React, whose wheel listener is passive and could not keep the browser from zooming the
  // page too.
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const at = placeOf(event, element, plot);
      show((view) => zoomed(view, whole, event.deltaY > 0 ? 1 / 0.8 : 0.8, at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    const at = placeOf(event, event.currentTarget, plot);
    const { current: from } = dragged;
    const view = painter.current?.view ?? whole;
    if (from !== null && (selects || event.shiftKey)) {
      setBox(boxBetween(view, from, at));
      return;
    }
    if (from !== null) {
      dragged.current = at;
      show(() => panned(view, whole, { x: from.x - at.x, y: from.y - at.y }));
      return;
    }
    choose(nearestContact(contacts, exploration, view, at, { width: plot.width, height: plot.height, reach }));
  };
  const takeKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (step === undefined && !['Home', 'End'].includes(event.key))) return;
    const next =
      step === undefined ? nextContact(exploration, null, event.key === 'Home' ? 1 : -1) : nextContact(exploration, chosen, step);
    choose(next);
    if (next !== null) show((view) => brought(view, whole, contacts, next));
    event.preventDefault();
  };
  const middle = { x: 0.5, y: 0.5 };

  return (
    <div className={styles.chart}>
      <div className="wrap align-end gap-8-16">
        <Button onPress={() => show((view) => zoomed(view, whole, closer, middle))}>Zoom in</Button>
        <Button onPress={() => show((view) => zoomed(view, whole, 1 / closer, middle))}>Zoom out</Button>
        <Button onPress={() => show(() => whole)}>Show all</Button>
        <Button onPress={() => setBox(painter.current?.view ?? whole)}>List contacts in view</Button>
        {box === null ? null : <Button onPress={() => setBox(null)}>Clear selection</Button>}
        <Switch isSelected={selects} onChange={setSelects}>
          Drag to select
        </Switch>
      </div>
      {/* The role makes screen readers pass the arrow keys on to the chart. */}
      <div
        ref={frame}
        className={`own-colours ${styles.plot}`}
        role="application"
        tabIndex={0}
        aria-label="Contacts by time and power"
        aria-describedby={keysId}
        onKeyDown={takeKey}
        onBlur={() => choose(null)}
      >
        <canvas
          ref={canvas}
          className={styles.canvas}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.current = placeOf(event, event.currentTarget, plot);
          }}
          onPointerMove={move}
          onPointerUp={() => (dragged.current = null)}
          onPointerCancel={() => (dragged.current = null)}
          onPointerLeave={() => choose(null)}
        />
      </div>
      <p id={keysId} role="status" className={styles.reading}>
        {chosen === null
          ? 'Point at a contact or use the arrow keys to read it. Drag to move. Hold Shift and drag to select.'
          : exploredText(contacts, chosen, times, wearers)}
      </p>
      {inside === null ? null : (
        <section aria-label="Selected contacts" className={styles.selected}>
          <div role="status">
            <h3>{selectedText(inside.count, inside.listed.length)}</h3>
          </div>
          <ul>
            {inside.listed.map((at) => (
              <li key={at}>{exploredText(contacts, at, times, wearers)}</li>
            ))}
          </ul>
        </section>
      )}
      <Groups {...{ exploration, labels, isolated, held, scheme, point, hold }} />
    </div>
  );
}

type GroupsProps = Pick<Props, 'exploration' | 'labels'> & {
  isolated: number | null;
  held: string | null;
  scheme: Scheme;
  point: (label: string | null) => void;
  hold: (label: string | null) => void;
};

/** The legend. It is rendered only when it changes, not for each contact that the pointer meets. */
const Groups = memo(function Groups({ exploration, labels, isolated, held, scheme, point, hold }: GroupsProps) {
  return (
    <div className="line-20">
      <LegendList label="Groups">
        {exploration.groups.slice(0, mostNamed).map(({ label, count }, at) => (
          <LegendEntry
            key={label}
            mark={<Mark shape={paletteShape(at)} colour={paletteColour(at, scheme)} />}
            label={labels[at] ?? label}
            count={countText(count)}
            isPressed={held === label}
            look={isolated === null || isolated === at ? undefined : 'faded'}
            onPoint={(isPointed) => point(isPointed ? label : null)}
            onPress={() => hold(held === label ? null : label)}
          />
        ))}
        {exploration.groups.length > mostNamed ? (
          <li className="quiet line-24">{moreGroupsText(exploration.groups.length, mostNamed)}</li>
        ) : null}
      </LegendList>
    </div>
  );
});

/**
 * Returns the index of the group drawn in full above the others: the one pointed at, otherwise the held one.
 * Null if there is none or the filters left it out.
 */
function isolatedOf({ groups }: Exploration, pointed: string | null, held: string | null): number | null {
  const wanted = pointed ?? held;
  const at = wanted === null ? -1 : groups.findIndex(({ label }) => label === wanted);
  return at === -1 ? null : at;
}

/** Returns a pointer's place in the plot, 0 to 1 from the left and from the top. */
function placeOf({ clientX, clientY }: { clientX: number; clientY: number }, element: Element, plot: PlotFrame) {
  const box = element.getBoundingClientRect();
  return { x: (clientX - box.left - plot.left) / plot.width, y: (clientY - box.top - plot.top) / plot.height };
}

/** Returns the view, moved if needed so that a contact is in it. */
function brought(view: ExplorerWindow, whole: ExplorerWindow, { ts, power }: ExploredContacts, at: number): ExplorerWindow {
  const x = ((ts[at] ?? 0) - view.from) / (view.to - view.from);
  const y = (view.high - (power[at] ?? 0)) / (view.high - view.low);
  const off = (value: number): number => (value < 0 || value > 1 ? value - 0.5 : 0);
  return panned(view, whole, { x: off(x), y: off(y) });
}
