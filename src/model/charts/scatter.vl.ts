import { compiled } from './compiled.ts';
import type { VegaSpec } from './spec-parts.ts';
import { focusRing, params, plain, seriesColour } from './vl-parts.ts';

/** The powers that can be panned to, in dBm (spec: aggregate chart pan). */
const panned = [-145, -50];

/**
 * A point for each group of contacts, by their average power and their number; dragging pans along the power,
 * the wheel with Ctrl zooms.
 */
export default bounded(
  compiled({
    data: { name: 'rows' },
    params: [
      ...params,
      {
        name: 'pan',
        select: { type: 'interval', encodings: ['x'], zoom: 'wheel![event.ctrlKey]' },
        bind: 'scales',
      },
    ],
    height: 300,
    config: plain,
    autosize: { type: 'fit-x', contains: 'padding' },
    mark: { type: 'point', filled: true, size: 60, opacity: 0.85, clip: true },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        scale: { zero: false, nice: true, padding: 8 },
        axis: { title: 'Average power (dBm)', tickCount: 6, grid: true },
      },
      y: {
        field: 'value',
        type: 'quantitative',
        scale: { type: 'log', domainMin: 0.8, nice: false, padding: 8 },
        axis: { title: 'Contacts', format: ',d', tickCount: 5, grid: true },
      },
      color: seriesColour,
      ...focusRing,
    },
  }),
);

/** Vega-Lite's own panning has no limits. */
function bounded(spec: VegaSpec): VegaSpec {
  type Signal = { name: string; on?: { update: string }[] };
  const signals = (spec['signals'] as Signal[]).map((signal) =>
    signal.name !== 'pan_x'
      ? signal
      : {
          ...signal,
          on: signal.on?.map((change) =>
            /^(pan|zoom)Linear/.test(change.update)
              ? { ...change, update: `clampRange(${change.update}, ${panned.join(', ')})` }
              : change,
          ),
        },
  );
  return { ...spec, signals };
}
