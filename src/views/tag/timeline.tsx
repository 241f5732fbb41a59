import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { dayTicks } from '../../model/charts/day-ticks.ts';
import type { TagHistory } from '../../model/contract/tag-history-calls.ts';
import {
  isWhole,
  pannedSpan,
  shownSpan,
  type Span,
  type TimelinePart,
  timelineRows,
  wholeSpan,
  zoomedSpan,
} from '../../model/visits/visit-timeline.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useTyping } from '../controls/use-typing.ts';
import { useSize } from '../map/use-size.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './tag.module.css';

type Props = {
  history: TagHistory;
  /** The span in the address; null for the whole. */
  span: Span | null;
  onSpan: (span: Span | null) => void;
};

/** Heights in px: for the names of release and retrieval, of a row, of the axis, and of a bar in its row. */
const top = 36;
const rowHeight = 46;
const axisHeight = 44;
const barHeight = 12;
const barTop = 22;

/** Where the hollow marks are in a row: below its bars, which stay readable however many marks there are. */
const markAt = 40;

/** The room that a label of the axis needs, in px. */
const labelWidth = 84;

/** By how much a press of a button or key zooms and moves. */
const closer = 0.5;
const step = 0.25;

/** The pause (ms) in moving after which the span goes to the address. */
const restMs = 300;

const hint =
  'Bars are visits, hollow marks unconfirmed stretches. Drag or press arrow keys to move, + and − or Ctrl and the wheel to zoom.';

/**
 * Shows when the tag was heard at which site (VISIT-6). The arrow keys move the chart, or lead from visit to
 * visit once one of them has the focus.
 */
export function Timeline({ history, span, onSpan }: Props) {
  const { released, retrieved, animal } = history.tag;
  const whole = useMemo(() => wholeSpan(history) ?? { from: 0, to: 1 }, [history]);
  // What the person moved to; it goes to the address after a pause.
  const [moved, setMoved] = useState<Span | null>(null);
  const view = shownSpan(moved ?? span, whole);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const settle = (to: Span | null): void => {
    if (to !== null) onSpan(isWhole(to, whole) ? null : to);
    setMoved(null);
  };
  const [, startRest] = useTyping(restMs, () => settle(moved));
  const show = (next: (before: Span) => Span): void => {
    latest.current = next(latest.current);
    setMoved(latest.current);
    startRest('');
  };
  const zoom = (factor: number, at?: number): void => show((before) => zoomedSpan(before, whole, factor, at));
  const pan = (by: number): void => show((before) => pannedSpan(before, whole, by));

  const times = useTimes();
  const rows = useMemo(
    () => timelineRows(history, { from: view.from, to: view.to }, times),
    [history, view.from, view.to, times],
  );
  const parts = rows
    .flatMap(({ visits, stretches }) => [...visits, ...stretches])
    .toSorted((one, other) => one.from - other.from);
  const [current, setCurrent] = useState<string | null>(null);
  const reached = parts.find(({ id }) => id === current)?.id ?? parts[0]?.id;
  const [pointed, point] = useState<string | null>(null);
  const hintId = useId();

  const frame = useRef<HTMLDivElement>(null);
  const [{ width }, setSize] = useState({ width: 0, height: 0 });
  useSize(frame, setSize);
  const xOf = (ts: number): number => ((ts - view.from) / (view.to - view.from)) * width;
  const bottom = top + rows.length * rowHeight;
  const ticks = dayTicks([view.from, view.to], times);
  const every = Math.max(1, Math.ceil((ticks.length * labelWidth) / Math.max(1, width)));

  /** The pointers that are down, by their id, and the span when the last of them came or left. */
  const held = useRef({ xs: new Map<number, number>(), begun: [] as number[], view });
  const holdFrom = (): void => {
    held.current.begun = [...held.current.xs.values()];
    held.current.view = latest.current;
  };
  const drag = (event: PointerEvent<Element>): void => {
    const { xs, begun, view: from } = held.current;
    if (!xs.has(event.pointerId)) return;
    xs.set(event.pointerId, event.clientX);
    const [one = 0, other] = xs.values();
    const [first = 0, second] = begun;
    if (other === undefined || second === undefined) return show(() => pannedSpan(from, whole, (first - one) / width));
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    const factor = Math.abs(first - second) / Math.max(1, Math.abs(one - other));
    show(() => zoomedSpan(from, whole, factor, ((first + second) / 2 - left) / width));
  };
  const release = (event: PointerEvent<Element>): void => {
    if (held.current.xs.delete(event.pointerId)) holdFrom();
  };

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways) return;
    event.preventDefault();
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    if (event.ctrlKey) zoom(event.deltaY > 0 ? 1 / 0.8 : 0.8, (event.clientX - left) / width);
    else pan(event.deltaX / width);
  });
  // Listen without React, whose wheel listener is passive and could not keep the browser from zooming the
  // page.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent): void => turnWheel(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const takeKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOnPart = event.target !== event.currentTarget;
    const along = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (along !== 0 && isOnPart) focusPart(parts[parts.findIndex(({ id }) => id === reached) + along]);
    else if (along !== 0) pan(along * step);
    else if (event.key === '+' || event.key === '=') zoom(closer);
    else if (event.key === '-' || event.key === '−') zoom(1 / closer);
    else return;
    event.preventDefault();
  };
  const focusPart = (part: TimelinePart | undefined): void => {
    if (part === undefined) return;
    frame.current?.querySelector<SVGElement>(`[data-part="${part.id}"]`)?.focus();
  };
  const partProps = ({ id, text }: TimelinePart) => ({
    'data-part': id,
    role: 'img',
    'aria-label': text,
    tabIndex: id === reached ? 0 : -1,
    onFocus: () => {
      setCurrent(id);
      point(text);
    },
    onBlur: () => point(null),
    onPointerEnter: () => point(text),
    onPointerLeave: () => point(null),
  });
  const whyWhole = isWhole(view, whole) ? 'The whole time is shown' : null;

  return (
    <div className="stack">
      <div className="wrap">
        <Button onPress={() => zoom(closer)}>Zoom in</Button>
        <Greyed why={whyWhole}>
          <Button onPress={() => zoom(1 / closer)}>Zoom out</Button>
        </Greyed>
        <Greyed why={whyWhole ?? (view.from <= whole.from ? 'Nothing is known from before' : null)}>
          <Button onPress={() => pan(-step)}>Earlier</Button>
        </Greyed>
        <Greyed why={whyWhole ?? (view.to >= whole.to ? 'Nothing is known from later' : null)}>
          <Button onPress={() => pan(step)}>Later</Button>
        </Greyed>
        <Greyed why={whyWhole}>
          <Button onPress={() => settle(whole)}>Show all</Button>
        </Greyed>
      </div>
      {/* The role makes screen readers pass the arrow keys on to the chart. */}
      <div
        ref={frame}
        className={styles.timeline}
        style={{ height: bottom + axisHeight }}
        role="application"
        tabIndex={0}
        aria-label={`Timeline of ${animal.alias}`}
        aria-describedby={hintId}
        onKeyDown={takeKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current.xs.set(event.pointerId, event.clientX);
          holdFrom();
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <svg role="none" width={width} height={bottom + axisHeight}>
          {ticks.map(({ at: ts, text }, at) => (
            <g key={ts}>
              <line className={styles.grid} x1={xOf(ts)} x2={xOf(ts)} y1={top} y2={bottom} />
              {at % every === 0 && xOf(ts) > labelWidth / 3 && xOf(ts) < width - labelWidth / 3 ? (
                <text className={styles.tick} x={xOf(ts)} y={bottom + 16}>
                  {text}
                </text>
              ) : null}
            </g>
          ))}
          <line className={styles.axis} x1={0} x2={width} y1={bottom} y2={bottom} />
          <text className={styles.tick} x={width / 2} y={bottom + 36}>{`Time (${times.zone(view.to)})`}</text>
          <End label="Released" x={released === null ? null : xOf(released)} {...{ width, bottom }} y={12} />
          <End label="Retrieved" x={retrieved === null ? null : xOf(retrieved)} {...{ width, bottom }} y={28} />
          {rows.map(({ key, site, visits, stretches }, at) => {
            const y = top + at * rowHeight;
            return (
              <g key={key}>
                <line className={styles.grid} x1={0} x2={width} y1={y} y2={y} />
                <text className={styles.site} x={4} y={y + 16}>
                  {site}
                </text>
                {visits.map((visit) => (
                  <rect
                    key={visit.id}
                    className={styles.visit}
                    x={xOf(visit.from)}
                    y={y + barTop}
                    width={Math.max(4, xOf(visit.to) - xOf(visit.from))}
                    height={barHeight}
                    rx={2}
                    {...partProps(visit)}
                  />
                ))}
                {stretches.map((stretch) => (
                  <circle
                    key={stretch.id}
                    className={styles.stretch}
                    cx={xOf((stretch.from + stretch.to) / 2)}
                    cy={y + markAt}
                    r={2}
                    {...partProps(stretch)}
                  />
                ))}
              </g>
            );
          })}
        </svg>
      </div>
      <p id={hintId} className={styles.reading}>
        {pointed ?? hint}
      </p>
    </div>
  );
}

type EndProps = { label: string; x: number | null; y: number; width: number; bottom: number };

/** The time of release or retrieval: a line through all rows, with its name above. */
function End({ label, x, y, width, bottom }: EndProps) {
  if (x === null || x < 0 || x > width) return null;
  const isLate = x > width / 2;
  return (
    <g>
      <line className={styles.end} x1={x} x2={x} y1={y - 10} y2={bottom} />
      <text x={isLate ? x - 4 : x + 4} y={y} textAnchor={isLate ? 'end' : 'start'}>
        {label}
      </text>
    </g>
  );
}
