import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Contact } from '../../model/entities/contact.ts';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import { latestContacts } from '../../model/live/contact-search.ts';
import type { ContactRef, ContactWindow } from '../../model/live/contact-window.ts';
import { contactFacts, summaryText, TimeText } from '../../model/live/contact-text.ts';
import type { ReceiverLooks } from '../../model/live/group-looks.ts';
import {
  type ContactFilters,
  type GroupKind,
  realtimeDelayMs,
  refreshMs,
  type TimeLimit,
} from '../../model/live/live-settings.ts';
import { type Legend, LiveView } from '../../model/live/live-view.ts';
import type { Scheme } from '../../model/live/palette.ts';
import { notReceivedText, type ReceptionGap } from '../../model/live/reception.ts';
import type { ChartClock } from './chart-clock.ts';
import { LiveChartPainter } from './live-chart-painter.ts';
import { chartKeys, takeStep } from './live-chart-steps.ts';
import { LiveChartTooltip } from './live-chart-tooltip.tsx';
import styles from './live-chart.module.css';
import { useReducedMotion } from './use-reduced-motion.ts';

/** The figures beside the chart, as they are at one moment. */
export type LiveFigures = {
  readonly legend: Legend;
  /** The newest shown contacts, newest first. */
  readonly latest: readonly Contact[];
  /** The values the filter dialog can offer, per kind. */
  readonly choices: Readonly<Record<GroupKind, readonly number[]>>;
  /** Of which shown times contacts were not received, in words; empty where all were. */
  readonly notReceived: string;
};

/** What the chart shows at one moment, for a file of it. */
export type ShownChart = {
  readonly canvas: HTMLCanvasElement;
  readonly view: LiveView;
  readonly range: TimeRange;
  readonly endLabel: string;
};
export type LiveChartHandle = {
  /** Null until the first frame. */
  shown(): ShownChart | null;
};

export type LiveChartProps = {
  handle?: Ref<LiveChartHandle>;
  window: ContactWindow;
  groupBy: GroupKind;
  timeLimit: TimeLimit;
  filters: ContactFilters;
  /** Where a paused chart ends, ms since the epoch (the time of the pause less `realtimeDelayMs`); null while it runs. */
  pausedAt: number | null;
  clock: ChartClock;
  scheme: Scheme;
  /** The system's timezone, e.g. 'America/Denver'. */
  timezone: string;
  /** Keep the same map while nothing in it changed: another one repaints the chart. */
  receivers: ReceiverLooks;
  /** The times of which contacts were not received; they are hatched. The same list while nothing changed in it. */
  gaps: readonly ReceptionGap[];
  /** How many of the newest contacts `onFigures` brings. */
  latestCount?: number;
  /** Called once a second (LIVE-4: refresh) and at each change of the settings, with what legend, table and filter dialog show. */
  onFigures?: (figures: LiveFigures) => void;
};

/** How often the chart is told in words to those who do not see it, in ms. */
const summaryMs = 10_000;

/**
 * The live chart (LIVE-4, LIVE-5, LIVE-13): power over time, newest at the right, two seconds behind the clock. The
 * pointer and the arrow keys reach every contact.
 */
export function LiveChart(props: LiveChartProps) {
  const { window: contacts, groupBy, filters, clock, timezone, receivers, gaps } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const painter = useRef<LiveChartPainter | null>(null);
  const shown = useRef({ figuresAt: 0, summaryAt: 0, settings: '' });
  const [marked, setMarked] = useState<ContactRef | null>(null);
  const [summary, setSummary] = useState('');
  const isStill = useReducedMotion();
  const keysId = useId();
  const view = useMemo(() => new LiveView(contacts), [contacts]);
  const times = useMemo(() => new TimeText(timezone), [timezone]);
  const facts = marked && contacts.has(marked) ? contactFacts(contacts.read(marked), receivers, times) : null;

  const tellFigures = (now: number) => {
    const range = painter.current!.range;
    const settings = `${view.revision} ${props.timeLimit} ${props.pausedAt}`;
    const isDue = settings !== shown.current.settings || Math.abs(now - shown.current.figuresAt) >= refreshMs;
    if (!painter.current!.isCounted || !isDue) return;
    Object.assign(shown.current, { figuresAt: now, settings });
    const legend = view.legend();
    const latest = latestContacts(contacts, props.latestCount ?? 0, range, painter.current!.isVisible);
    const notReceived = notReceivedText(gaps, range, times);
    props.onFigures?.({ legend, latest, choices: view.choices(), notReceived });
    if (Math.abs(now - shown.current.summaryAt) < summaryMs) return;
    shown.current.summaryAt = now;
    setSummary([summaryText(legend, range, receivers, times), notReceived].join(' ').trim());
  };

  const drawFrame = useEffectEvent(() => {
    const element = canvas.current;
    if (!element) return;
    painter.current ??= new LiveChartPainter(element, view);
    view.configure(groupBy, filters);
    const now = clock.now();
    const edge = props.pausedAt ?? shownEdge(now, isStill);
    const endLabel = endLabelOf(props.pausedAt);
    const scene = { span: props.timeLimit, scheme: props.scheme, receivers, gaps, times, endLabel };
    const size = { width: element.clientWidth, height: element.clientHeight, unit: devicePixelRatio };
    painter.current.draw(scene, edge, size, marked);
    placeTooltip(tooltip.current, element, marked && painter.current.positionOf(marked));
    if (marked && !painter.current.positionOf(marked)) setMarked(null);
    tellFigures(now);
  });

  const markAt = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setMarked(painter.current?.contactAt(event.clientX - box.left, event.clientY - box.top) ?? null);
  };

  const takeKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && marked) setMarked(null);
    else {
      const step = chartKeys[event.key];
      if (!step || !painter.current || event.altKey || event.ctrlKey || event.metaKey) return;
      setMarked(takeStep(view, painter.current.range, marked, step));
    }
    event.preventDefault();
  };

  useImperativeHandle(props.handle, () => ({
    shown: () =>
      painter.current && canvas.current
        ? { canvas: canvas.current, view, range: painter.current.range, endLabel: endLabelOf(props.pausedAt) }
        : null,
  }));
  useEffect(() => {
    painter.current = null;
    shown.current = { figuresAt: 0, summaryAt: 0, settings: '' };
  }, [view]);
  useEffect(() => clock.onFrame(() => drawFrame()), [clock]);

  return (
    <div className={styles.chart}>
      {/* Arrow keys are the chart's own here, which is what the role says to a screen reader. */}
      <div
        className={styles.plot}
        role="application"
        tabIndex={0}
        aria-label="Contact chart"
        aria-describedby={keysId}
        onKeyDown={takeKey}
      >
        <canvas
          ref={canvas}
          className={styles.canvas}
          aria-hidden="true"
          onPointerMove={markAt}
          onPointerDown={markAt}
          onPointerLeave={() => setMarked(null)}
        />
        <div ref={tooltip} className={styles.tooltip} data-testid="live-chart-tooltip" hidden={!facts}>
          {facts ? <LiveChartTooltip facts={facts} /> : null}
        </div>
      </div>
      <p id={keysId} className={styles.unseen}>
        Left and right go through the contacts of a group, up and down through the groups, Home and End to the first and the last
        contact.
      </p>
      <p className={styles.unseen} role="status" data-testid="live-chart-summary">
        {summary}
      </p>
      <p className={styles.unseen} aria-live="polite">
        {facts?.map(({ label, value }) => `${label} ${value}`).join(', ')}
      </p>
    </div>
  );
}

/** What the line at the right end is called. */
function endLabelOf(pausedAt: number | null): string {
  return pausedAt === null ? 'now' : 'paused';
}

/** Where the chart ends: two seconds behind the clock; for those who want less motion it moves on once a second. */
function shownEdge(now: number, isStill: boolean): number {
  const edge = now - realtimeDelayMs;
  return isStill ? Math.floor(edge / refreshMs) * refreshMs : edge;
}

/** Puts the tooltip beside its contact, on the side where there is room. Set on the element, since it moves with every frame. */
function placeTooltip(tooltip: HTMLDivElement | null, canvas: HTMLCanvasElement, at: { x: number; y: number } | null): void {
  if (!tooltip || !at) return;
  const gap = 14;
  const isRight = at.x + gap + tooltip.offsetWidth <= canvas.clientWidth;
  const x = isRight ? at.x + gap : Math.max(0, at.x - gap - tooltip.offsetWidth);
  const y = Math.min(Math.max(0, at.y - tooltip.offsetHeight / 2), Math.max(0, canvas.clientHeight - tooltip.offsetHeight));
  tooltip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}
