import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { VegaEmbed } from 'react-vega';
import type { View } from 'vega';
import type { VisualizationSpec } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import { type Chart, chartSummary } from '../../model/charts/chart.ts';
import { chartSpec } from '../../model/charts/chart-spec.ts';
import { nextMark } from '../../model/charts/mark-steps.ts';
import type { Scheme } from '../../model/live/palette.ts';
import { useSize } from '../map/use-size.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { placeTooltip } from './place-tooltip.ts';
import styles from './statistic-chart.module.css';

/** Makes pictures of the drawn chart. */
export type VegaChartHandle = { png: () => Promise<Blob>; svg: () => Promise<string> };

/** The pixels of a PNG for each pixel on the page: enough for a sharp print. */
const pngScale = 2;

/** Makes Vega interpret expressions, because the page's policy forbids code made from strings (CHART-2). */
const options = {
  mode: 'vega',
  ast: true,
  expr: expressionInterpreter,
  renderer: 'canvas',
  actions: false,
  defaultStyle: false,
  hover: false,
  tooltip: false,
  // Log errors only, not that a legend leaves out series: the legend itself says so.
  logLevel: 1,
} as const;

type Props = {
  handle: Ref<VegaChartHandle>;
  chart: Chart;
  scheme: Scheme;
  /** Opens the thing that a mark represents, by its key, on a press of the mark or Enter. */
  onPick?: ((key: string) => void) | undefined;
};

/** A chart drawn by Vega. The pointer and the arrow keys reach every mark (CHART-3). */
export default function VegaChart({ handle, chart, scheme, onPick }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View | null>(null);
  const [width, setWidth] = useState(0);
  const [chosen, choose] = useState('');
  // The pointer's position in the frame. Keyboard users get no tooltip: the line below the chart says the
  // same.
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const [isPointed, setPointed] = useState(false);
  // The key of the mark that opened something. The mark is chosen again when the focus returns to the chart.
  const picked = useRef('');
  const tooltip = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [defect, setDefect] = useState<unknown>(null);
  const rows = useMemo(() => new Map(chart.rows.map((row) => [row.key, row])), [chart]);
  const summary = useMemo(() => chartSummary(chart), [chart]);
  const reading = rows.get(chosen)?.text ?? '';
  const facts = (isPointed ? rows.get(chosen)?.facts : undefined) ?? null;
  // Deferred, because Vega takes longer than a frame: a press that changes the chart is answered first.
  const spec = useDeferredValue(useMemo(() => chartSpec(chart, { scheme, width }) as VisualizationSpec, [chart, scheme, width]));
  useSize(frame, (size) => setWidth(size.width));
  useEffect(() => void view?.signal('chosen', chosen).runAsync(), [chosen, view]);
  // Place the tooltip again: its text has changed, and so has its size.
  useLayoutEffect(() => putTooltip(tooltip, frame, pointer), [facts]);

  useEffect(() => {
    if (view === null || onPick === undefined) return undefined;
    const pick = (_: unknown, item: unknown): void => {
      picked.current = markOf(item);
      if (picked.current !== '') onPick(picked.current);
    };
    view.addEventListener('click', pick);
    return () => void view.removeEventListener('click', pick);
  }, [view, onPick]);

  useImperativeHandle(handle, () => ({
    png: async () => blobOf(await drawn(view).toCanvas(pngScale)),
    svg: () => drawn(view).toSVG(),
  }));

  const watch = (next: View): void => {
    next.addEventListener('mousemove', (event, item) => {
      const box = frame.current?.getBoundingClientRect();
      const { clientX, clientY } = event as MouseEvent;
      pointer.current = box === undefined ? null : { x: clientX - box.left, y: clientY - box.top };
      setPointed(true);
      choose(markOf(item));
      putTooltip(tooltip, frame, pointer);
    });
    next.addEventListener('mouseout', forget);
    setView(next);
  };
  function forget(): void {
    setPointed(false);
    choose('');
  }
  const returnToPicked = (): void => {
    if (picked.current !== '') choose(picked.current);
    picked.current = '';
  };
  /** Scrolls to a mark if the chart is larger than its frame. */
  const scrollTo = (key: string): void => {
    const at = chart.categories.indexOf(chart.rows.find((row) => row.key === key)?.category ?? '');
    const { current } = frame;
    if (current === null || at === -1) return;
    const share = (at + 0.5) / chart.categories.length;
    if (chart.kind === 'histogram') current.scrollLeft = share * current.scrollWidth - current.clientWidth / 2;
    else current.scrollTop = share * current.scrollHeight - current.clientHeight / 2;
  };
  const takeKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && chosen !== '' && onPick !== undefined) {
      event.preventDefault();
      picked.current = chosen;
      onPick(chosen);
      return;
    }
    const next = nextMark(chart, chosen, event.key);
    if (next === null) return;
    setPointed(false);
    choose(next);
    scrollTo(next);
    event.preventDefault();
  };

  // Throw to the boundary around the chart, which shows the error with a Retry.
  if (defect !== null) throw defect instanceof Error ? defect : new Error('Could not draw the chart');
  return (
    <>
      <div className={styles.plot}>
        {/* The role makes screen readers pass the arrow keys on to the chart. */}
        <div
          ref={frame}
          className={styles.scroll}
          role="application"
          tabIndex={0}
          aria-label={summary}
          aria-describedby={keysId}
          onKeyDown={takeKey}
          onFocus={returnToPicked}
          onBlur={forget}
          onScroll={() => isPointed && forget()}
        >
          {width === 0 ? null : (
            <VegaEmbed
              aria-hidden="true"
              spec={spec}
              options={options}
              onEmbed={(result) => watch(result.view)}
              onError={setDefect}
            />
          )}
        </div>
        <div aria-hidden="true">
          <ChartTooltip ref={tooltip} facts={facts} />
        </div>
      </div>
      <p id={keysId} className={styles.reading} role="status">
        {reading === ''
          ? `Hover or use the arrow keys for details.${onPick === undefined ? '' : ' Click or press Enter to list the contacts.'}`
          : reading}
      </p>
    </>
  );
}

type Held<Of> = { readonly current: Of | null };

/** Places the tooltip beside the pointer, if its position is known. */
function putTooltip(tooltip: Held<HTMLElement>, frame: Held<HTMLElement>, pointer: Held<{ x: number; y: number }>): void {
  if (frame.current !== null && pointer.current !== null) placeTooltip(tooltip.current, frame.current, pointer.current);
}

/** Returns the key of the row that a mark represents; '' if the item is not a mark. */
function markOf(item: unknown): string {
  const datum = (item as { datum?: { key?: unknown } } | null | undefined)?.datum;
  return typeof datum?.key === 'string' ? datum.key : '';
}

function drawn(view: View | null): View {
  if (view === null) throw new Error('The chart is not drawn yet');
  return view;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Could not make the picture'))), 'image/png');
  });
}
