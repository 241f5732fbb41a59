import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { type ModemsPageRef, selectModems, selectSeries } from '../../machines/modems-page/modems-page-machine.ts';
import type { Modem } from '../../model/entities/modem.ts';
import { modemChart, modemChartTitle, plots } from '../../model/modems/modem-chart.ts';
import { isModemOnline, lastContactedText, modemDetails, modemReadings, modemsByName } from '../../model/modems/modem-details.ts';
import {
  type ModemsAddress,
  modemsAddress,
  modemTimeText,
  pastHours,
  pastLabels,
  plotNames,
  plottedTime,
} from '../../model/modems/modems-address.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { useRelativeNow } from '../alarms/use-relative-now.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Accordion, AccordionItem } from '../controls/accordion.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { Labelled } from '../controls/labelled.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry, SmallRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { RefusedAddress } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useAddress } from '../session/use-address.ts';
import { useFirstOpened } from '../session/use-first-opened.ts';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './modems.module.css';
import { RangeDialog } from './range-dialog.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';

type Props = ScreenProps<ModemsPageRef>;

const marks = { online: { status: 'online', text: 'ONLINE' }, offline: { status: 'offline', text: 'OFFLINE' } } as const;
const failedTitle = 'An error occurred';
const failedWhat = 'Could not fetch modem data';

/** The modems that connect the receivers, and their state (REG-30). */
export default function ModemsView({ actor, onReload }: Props) {
  const asked = useAnswer(useSelector(actor, selectModems), () => actor.send({ type: 'list.retry' }));
  const modems = useMemo(() => asked.answer && modemsByName(asked.answer), [asked.answer]);
  const count = modems?.length ?? 0;
  const [{ opened }, change] = useAddress(modemsAddress);
  useFirstOpened(opened === null ? [] : [opened], modems, (id) => change((before) => ({ ...before, opened: id }), 'replace'));
  return (
    <Page title="Modems" about="The modems that connect the receivers" actions={<LineNotice />}>
      <OneRetry>
        <Card title={count === 0 ? 'Modems' : `${count} ${count === 1 ? 'modem' : 'modems'}`}>
          {asked.isStale ? (
            <p className="quiet below-8" role="status">
              {failedWhat}. Showing the last known values. <SmallRetry failure={asked.failure} onRetry={asked.again} />
            </p>
          ) : null}
          {content()}
        </Card>
      </OneRetry>
    </Page>
  );

  function content() {
    if (asked.isFailed)
      return <LoadFailure title={failedTitle} what={failedWhat} failure={asked.failure} onRetry={asked.again} />;
    if (modems === null) return <Skeleton label="Loading modems" bars={4} barHeight={46} />;
    if (count === 0)
      return (
        <Notice level={3} title="No Modem Data">
          No modems have reported data yet
        </Notice>
      );
    return <Modems modems={modems} actor={actor} onReload={onReload} />;
  }
}

function Modems({ modems, actor, onReload }: Props & { modems: readonly Modem[] }) {
  const [{ opened, time }, change] = useAddress(modemsAddress);
  const now = useRelativeNow();
  const { refusal } = plottedTime(time, useTimes(), now);
  const isUnknown = opened !== null && modems.every(({ id }) => id !== opened);
  return (
    <>
      <RefusedAddress
        sentences={[
          ...(isUnknown ? [`‘open=${opened}’ is ignored: there is no modem ${opened} in this system`] : []),
          ...(refusal === null ? [] : [refusal]),
        ]}
        withinPage
      />
      <Accordion>
        {modems.map((modem) => (
          <AccordionItem
            key={modem.id}
            title={modem.name}
            aside={
              <>
                <StatusMark {...marks[isModemOnline(modem, now) ? 'online' : 'offline']} />
                <span className={styles.readings}>
                  {modemReadings(modem).map(([label, value]) => (
                    <span key={label}>
                      {label} <span className="ink">{value}</span>
                    </span>
                  ))}
                </span>
              </>
            }
            label={`Details of ${modem.name}`}
            isOpen={opened === modem.id}
            onToggle={() => change((before) => ({ ...before, opened: opened === modem.id ? null : modem.id }), 'replace')}
          >
            <Details modem={modem} now={now} />
            <Plot modem={modem} now={now} actor={actor} onReload={onReload} />
          </AccordionItem>
        ))}
      </Accordion>
    </>
  );
}

/** Shows what is known of a modem. Its last contact is given as a time and as an age. */
function Details({ modem, now }: { modem: Modem; now: number }) {
  const times = useTimes();
  const contacted = lastContactedText(modem, (ts) => `${relativeTime(ts, now)} (${times.stamp(ts)} ${times.zone(ts)})`);
  return <FactList facts={[['Last contacted', contacted], ...modemDetails(modem)]} />;
}

/** REG-31: plots one reading of the modem over time. */
function Plot({ modem: { name }, now, actor, onReload }: Props & { modem: Modem; now: number }) {
  const [{ plot, time: wanted }, change] = useAddress(modemsAddress);
  const [isChoosing, setChoosing] = useState(false);
  const asked = useAnswer(useSelector(actor, selectSeries), () => actor.send({ type: 'series.retry' }));
  const clock = useTimes();
  const { time } = plottedTime(wanted, clock, now);
  const { answer } = asked;
  const chart = useMemo(() => answer && modemChart(answer, { name, plot, time, clock }), [answer, name, plot, time, clock]);
  const choose = (part: Partial<ModemsAddress>): void => change((before) => ({ ...before, ...part }), 'replace');
  const chooseTime = (key: string): void => {
    if (key === 'custom') return setChoosing(true);
    const past = pastHours.find((each) => String(each) === key);
    if (past !== undefined) choose({ time: { past } });
  };
  return (
    <div className={styles.chart}>
      <div className={styles.choices}>
        <ChoicePicker
          label="Plot"
          width="size-1700"
          items={plotNames.map((id) => ({ id, name: plots[id].label }))}
          value={plot}
          onChoose={(chosen) => choose({ plot: chosen })}
        />
        <ChoicePicker
          label="Over Past"
          width="size-1700"
          items={[...pastHours.map((each) => ({ id: String(each), name: pastLabels[each] })), { id: 'custom', name: 'Custom' }]}
          value={'past' in time ? String(time.past) : 'custom'}
          onChoose={chooseTime}
        />
        {'past' in time ? null : (
          <Labelled label="Days">
            <Button aria-haspopup="dialog" onPress={() => setChoosing(true)}>
              {modemTimeText(time)}
            </Button>
          </Labelled>
        )}
      </div>
      <StatisticChart
        level={4}
        title={modemChartTitle({ name, plot, time })}
        chart={chart}
        asked={asked}
        failed={failedTitle}
        failedWhat={failedWhat}
        onReload={onReload}
      />
      <DialogHolder onDismiss={() => setChoosing(false)}>
        {isChoosing ? (
          <RangeDialog
            chosen={'past' in time ? null : time}
            onChoose={(range) => {
              setChoosing(false);
              choose({ time: range });
            }}
          />
        ) : null}
      </DialogHolder>
    </div>
  );
}
