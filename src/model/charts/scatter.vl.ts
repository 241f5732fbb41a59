import { compiled } from './compiled.ts';
import type { VegaSpec } from './spec-parts.ts';
import { focusRing, params, plain, seriesColour } from './vl-parts.ts';

/** The limits of panning in dBm (spec: aggregate chart pan). */
const panned = [-145, -50];

/**
 * A point for each group of contacts, by average power and number of contacts. Dragging pans along the power
 * axis; Ctrl with the wheel zooms.
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

/** Limits Vega-Lite's panning, which has no limits of its own. */
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
