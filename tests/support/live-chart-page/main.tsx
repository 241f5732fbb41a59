import { Provider } from '@adobe/react-spectrum/Provider';
import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { TimeText } from '#model/time/time-text.ts';
import { type LiveFigures, noFigures, computeFigures, summarised } from '#model/live/live-figures.ts';
import { refreshMs, windowMs } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';
import type { ReceptionGap } from '#model/live/reception.ts';
import type { ChartClock } from '../../../src/views/charts/chart-clock.ts';
import { LiveChart } from '../../../src/views/charts/live-chart.tsx';
import { LiveLegend } from '../../../src/views/charts/live-legend.tsx';
import { LiveSummary } from '../../../src/views/charts/live-summary.tsx';
import { theme } from '../../../src/views/theme/theme.ts';
import { contactsBetween, feedReceivers } from './contact-feed.ts';
import type { PageReport, PageSettings } from './page-settings.ts';

/** A page with only the real live chart and its legend, for the bench and the component's tests. */
const settings = JSON.parse(new URLSearchParams(location.search).get('settings') ?? '{}') as PageSettings;
let frozenAt = settings.frozenAt;
const noGaps: readonly ReceptionGap[] = [];
const now = () => frozenAt ?? Date.now();

const contacts = new ContactWindow();
let badFrames = 0;
const times = { intervals: [] as number[], drawing: [] as number[], receiving: [] as number[] };
let [lastFrame, drawing, receiving] = [performance.now(), 0, 0];

/** The page's frames, each with the time spent on drawing in it and on messages since the previous frame. */
const clock: ChartClock = {
  now,
  onFrame(listener) {
    let request = requestAnimationFrame(function frame(at) {
      request = requestAnimationFrame(frame);
      times.intervals.push(at - lastFrame);
      times.drawing.push(drawing);
      times.receiving.push(receiving);
      [lastFrame, receiving] = [at, 0];
      const start = performance.now();
      listener();
      drawing = performance.now() - start;
    });
    return () => cancelAnimationFrame(request);
  },
};

for (let from = now() - windowMs; settings.prefillRate > 0 && from < now(); from += 1_000) {
  contacts.append(contactsBetween(from, Math.min(from + 1_000, now()), settings.prefillRate), now());
}
const prefilled = contacts.tally.accepted;
if (settings.socket) {
  const socket = new WebSocket(settings.socket);
  socket.onmessage = (event: MessageEvent<string>) => {
    const start = performance.now();
    const decoded = decodeIncoming(event.data);
    if (!decoded.ok || decoded.value.type !== 'contact') badFrames++;
    else contacts.append([decoded.value.payload].flat(), now());
    receiving += performance.now() - start;
  };
}

const view = new LiveView(contacts);
view.follow();
const chartTimes = new TimeText('America/Boise');

/**
 * Returns the figures as the live stream's machine computes them: once a second by the page's clock, and at
 * each change.
 */
function useFigures(shown: PageSettings): { figures: LiveFigures; summary: LiveFigures } {
  const compute = () =>
    computeFigures(view, { ...shown, display: 'chart', focus: null }, now(), shown.pausedAt ?? null, shown.gaps ?? noGaps);
  const [known, setKnown] = useState(() => {
    const none = noFigures({ ...shown, display: 'chart', focus: null });
    return { settings: shown, figures: none, summary: none };
  });
  const renew = useEffectEvent(() => {
    if (known.settings === shown && Math.abs(now() - known.figures.at) < refreshMs) return;
    const figures = compute();
    if (figures === null) return;
    setKnown({ settings: shown, figures, summary: summarised(known.summary, figures) });
  });
  useEffect(() => clock.onFrame(() => renew()), []);
  return known;
}

function Page() {
  const [shown, setShown] = useState(settings);
  const { figures, summary } = useFigures(shown);
  useEffect(() => {
    globalThis.liveChartPage = { ...report, configure: (changes) => setShown((before) => ({ ...before, ...changes })) };
  }, []);
  return (
    <Provider theme={theme} colorScheme={shown.scheme}>
      <main>
        <h1>Live chart</h1>
        <div data-testid="box" style={{ width: shown.width, height: shown.height }}>
          <LiveChart
            view={view}
            timeLimit={shown.timeLimit}
            shown={figures.at === -Infinity ? Infinity : figures.legend.shown}
            pausedAt={shown.pausedAt ?? null}
            clock={clock}
            scheme={shown.scheme}
            times={chartTimes}
            receivers={feedReceivers}
            gaps={shown.gaps ?? noGaps}
            pointed={null}
          />
        </div>
        <LiveSummary figures={summary} receivers={feedReceivers} times={chartTimes} gaps={shown.gaps ?? noGaps} />
        <LiveLegend
          legend={figures.legend}
          receivers={feedReceivers}
          scheme={shown.scheme}
          counting={figures.at === -Infinity}
          loading={false}
          focus={null}
          onFocus={() => {}}
          onPoint={() => {}}
        />
        <output data-testid="latest">{figures.latest.length}</output>
      </main>
    </Provider>
  );
}

const report: Omit<PageReport, 'configure'> = {
  prefilled,
  tally: () => contacts.tally,
  windowBytes: () => contacts.bytes,
  size: () => contacts.size,
  badFrames: () => badFrames,
  startSampling: () => Object.values(times).forEach((list) => void (list.length = 0)),
  samples: () => times,
  setNow: (at) => void (frozenAt = at),
  append: (list) => contacts.append(list as Contact[], now()),
};

createRoot(document.getElementById('root')!).render(<Page />);
