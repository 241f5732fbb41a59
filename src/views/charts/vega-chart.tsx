import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { parse, type Spec, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { type Chart, chartSummary } from '../../model/charts/chart.ts';
import { chartSpec } from '../../model/charts/chart-spec.ts';
import { nextMark } from '../../model/charts/mark-steps.ts';
import type { Scheme } from '../../model/live/palette.ts';
import { useSize } from '../map/use-size.ts';
import styles from './statistic-chart.module.css';

/** Pictures of the chart as it is drawn. */
export type VegaChartHandle = { png: () => Promise<Blob>; svg: () => Promise<string> };

/** A picture is to be sharp in print. */
const pngScale = 2;

type Props = { handle: Ref<VegaChartHandle>; chart: Chart; scheme: Scheme };

/**
 * A chart by Vega, without the compiler of Vega-Lite, and with an interpreter of its expressions, so that the
 * page makes no code of texts (CHART-2). The pointer and the arrow keys reach every mark.
 */
export default function VegaChart({ handle, chart, scheme }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const view = useRef<View>(null);
  const [width, setWidth] = useState(0);
  const [chosen, choose] = useState('');
  const keysId = useId();
  const reading = chart.rows.find(({ key }) => key === chosen)?.text ?? '';
  useSize(frame, (size) => setWidth(size.width));

  useEffect(() => {
    if (plot.current === null || width === 0) return;
    const drawn = new View(parse(chartSpec(chart, { scheme, width }) as Spec, undefined, { ast: true }), {
      expr: expressionInterpreter,
      renderer: 'canvas',
      container: plot.current,
      hover: false,
    });
    drawn.addEventListener('mousemove', (_, item) => choose(markOf(item)));
    drawn.addEventListener('mouseout', () => choose(''));
    view.current = drawn;
    void drawn.runAsync();
    return () => {
      view.current = null;
      drawn.finalize();
    };
  }, [chart, scheme, width]);
  useEffect(() => void view.current?.signal('chosen', chosen).runAsync(), [chosen, chart, scheme, width]);

  useImperativeHandle(handle, () => ({
    png: async () => blobOf(await drawnView(view.current).toCanvas(pngScale)),
    svg: () => drawnView(view.current).toSVG(),
  }));

  const takeKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextMark(chart, chosen, event.key);
    if (next === null) return;
    choose(next);
    event.preventDefault();
  };

  return (
    <>
      {/* Arrow keys are the chart's own here, which is what the role says to a screen reader. */}
      <div
        ref={frame}
        className={styles.scroll}
        role="application"
        tabIndex={0}
        aria-label={chartSummary(chart)}
        aria-describedby={keysId}
        onKeyDown={takeKey}
        onBlur={() => choose('')}
      >
        <div ref={plot} aria-hidden="true" />
      </div>
      <p id={keysId} className={styles.reading} role="status">
        {reading === '' ? 'Point at a mark or use the arrow keys to read it.' : reading}
      </p>
    </>
  );
}

/** The key of the row that a mark is of; none for what is no mark. */
function markOf(item: unknown): string {
  const datum = (item as { datum?: { key?: unknown } } | null | undefined)?.datum;
  return typeof datum?.key === 'string' ? datum.key : '';
}

function drawnView(view: View | null): View {
  if (view === null) throw new Error('The chart is not drawn yet');
  return view;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png');
  });
}
