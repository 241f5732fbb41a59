import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import type { TimeRange } from '../../model/live/contact-counts.ts';
import type { ContactRef } from '../../model/live/contact-window.ts';
import { contactFacts } from '../../model/live/contact-text.ts';
import { type TimeText } from '../../model/time/time-text.ts';
import type { ReceiverLooks } from '../../model/entities/receiver.ts';
import { viewEdge } from '../../model/live/live-figures.ts';
import { refreshMs, type TimeLimit } from '../../model/live/live-settings.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import type { Scheme } from '../../model/live/palette.ts';
import type { ReceptionGap } from '../../model/live/reception.ts';
import type { ChartClock } from './chart-clock.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { LiveChartPainter } from './live-chart-painter.ts';
import { chartKeys, takeStep } from './live-chart-steps.ts';
import styles from './live-chart.module.css';
import { placeTooltip } from './place-tooltip.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

/** What the chart shows at one moment, to save it as a file. */
export type ShownChart = { readonly range: TimeRange };
export type LiveChartHandle = {
  /** Returns what the chart shows; null before the first frame. */
  shown(): ShownChart | null;
};

export type LiveChartProps = {
  handle?: Ref<LiveChartHandle>;
  /** How the contacts are grouped and filtered. */
  view: LiveView;
  timeLimit: TimeLimit;
  /** About how many contacts are in view: the fewer, the larger their marks. */
  shown: number;
  /**
   * The end of a paused chart in ms since the epoch (the time of the pause less `realtimeDelayMs`); null
   * while it runs.
   */
  pausedAt: number | null;
  clock: ChartClock;
  scheme: Scheme;
  times: TimeText;
  /** Pass the same map until something in it changes: a new map repaints the chart. */
  receivers: ReceiverLooks;
  /**
   * The times without full reception, which are hatched. Pass the same list until something in it changes.
   */
  gaps: readonly ReceptionGap[];
  /** The value of the group shown in full while the others are faded (LIVE-38); null shows all in full. */
  pointed: number | null;
};

/**
 * The live chart (LIVE-4, LIVE-5, LIVE-13): power over time, newest at the right, two seconds behind the
 * clock. The pointer and the arrow keys reach every contact.
 */
export function LiveChart(props: LiveChartProps) {
  const { view, clock, times, receivers, gaps } = props;
  const contacts = view.window;
  const canvas = useRef<HTMLCanvasElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const painter = useRef<LiveChartPainter | null>(null);
  const [marked, setMarked] = useState<ContactRef | null>(null);
  const isStill = useReducedMotion();
  const keysId = useId();
  const facts = marked && contacts.has(marked) ? contactFacts(contacts.read(marked), receivers, times) : null;

  const drawFrame = useEffectEvent(() => {
    const element = canvas.current;
    if (!element) return;
    painter.current ??= new LiveChartPainter(element, view);
    const edge = shownEdge(viewEdge(clock.now(), props.pausedAt), isStill && props.pausedAt === null);
    const endLabel = endLabelOf(props.pausedAt);
    const { shown, scheme, pointed, timeLimit: span } = props;
    const scene = { span, shown, scheme, receivers, gaps, times, endLabel, pointed };
    const size = { width: element.clientWidth, height: element.clientHeight, unit: devicePixelRatio };
    painter.current.draw(scene, edge, size, marked);
    const at = marked && painter.current.positionOf(marked);
    if (at) placeTooltip(tooltip.current, element, at);
    else if (marked) setMarked(null);
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
    shown: () => painter.current && { range: painter.current.range },
  }));
  useEffect(() => {
    painter.current = null;
  }, [view]);
  useEffect(() => clock.onFrame(() => drawFrame()), [clock]);

  return (
    <div className={styles.chart}>
      {/* The role makes screen readers pass the arrow keys on to the chart. */}
      <div
        className={`own-colours ${styles.plot}`}
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
        <ChartTooltip ref={tooltip} facts={facts} />
      </div>
      <VisuallyHidden elementType="p" id={keysId}>
        Use the left and right arrow keys to move through the contacts of a group, up and down to change group, Home and End for
        the first and last contact.
      </VisuallyHidden>
      <VisuallyHidden elementType="p" aria-live="polite">
        {facts?.map(({ label, value }) => `${label} ${value}`).join(', ')}
      </VisuallyHidden>
    </div>
  );
}

/** Returns the label of the line at the right end. */
function endLabelOf(pausedAt: number | null): string {
  return pausedAt === null ? 'now' : 'paused';
}

/** Returns the time at the right end of the chart. With reduced motion it advances once a second. */
function shownEdge(edge: number, isStill: boolean): number {
  return isStill ? Math.floor(edge / refreshMs) * refreshMs : edge;
}
