import { useSelector } from '@xstate/react';
import { type ComponentType, useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import { type ContactWindowRef, selectGauge } from '../../machines/contact-window/contact-window-machine.ts';
import type { HomeRef } from '../../machines/home/home-machine.ts';
import { selectResource, selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import { selectHeld, selectPending } from '../../machines/operations/operations-selectors.ts';
import { selectLine } from '../../machines/socket/socket-selectors.ts';
import { aboutHome } from '../../model/entities/contact-source.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { unseenAlarms } from '../../model/journal/read-models/alarms.ts';
import type { GaugeReading } from '../../model/live/gauge.ts';
import { gaugeFailedText } from '../../model/live/line-text.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { homeAddress } from '../../model/navigation/home-address.ts';
import { Card } from '../controls/card.tsx';
import { FailedNotice, Why } from '../controls/failed-notice.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { PartBoundary, PartError } from '../controls/parts.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { UnknownReceivers } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { ContactGauge } from './contact-gauge.tsx';
import type { FiguresViews } from './figures-views.ts';
import styles from './home.module.css';
import type { MapCardProps } from './map-card.tsx';
import { ReceiverList } from './receiver-list.tsx';
import { Renewal } from './renewal.tsx';
import { BeaconsStatus, ReceiversStatus, StatusTally } from './status-indicators.tsx';
import { later } from '../controls/later.tsx';

const HeldEdits = later(() => import('./held-edits.tsx'));
const FirstStep = later(() => import('./first-step.tsx'));

/**
 * Shows what needs attention in one row (NAV-16), then the receivers by site beside their map (NAV-33), then
 * the charts; all of it live.
 */
export default function HomeView(props: ScreenProps<HomeRef>) {
  const { operations } = useSession();
  const about = useReadModel((models) => {
    const system = selectedSystem(models.account);
    return system === undefined ? '' : aboutHome(system);
  });
  const isEmpty = useReadModel(({ fleet }) => Object.keys(fleet.receivers).length === 0);
  const held = useSelector(operations, (snapshot) => selectHeld(selectPending(snapshot)).length > 0);
  const [{ receiver: selected }] = useAddress(homeAddress);
  return (
    <Page title="Home" about={about} actions={<LineNotice />}>
      {selected === null ? null : <UnknownReceivers name="receiver" ids={[selected]} />}
      {held ? (
        <PartBoundary waiting={null} onRetry={props.onReload}>
          <HeldEdits />
        </PartBoundary>
      ) : null}
      {isEmpty ? (
        <PartBoundary waiting={null} onRetry={props.onReload}>
          <FirstStep />
        </PartBoundary>
      ) : null}
      <Fleet {...props} isEmpty={isEmpty} />
    </Page>
  );
}

/** Shows status, receivers and charts. Without receivers, only the map's card remains below the status. */
function Fleet(props: ScreenProps<HomeRef> & { isEmpty: boolean }) {
  const { session, contactWindow } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const figures = useSelector(props.actor, (snapshot) => snapshot.context.figures);
  const { Animals, Attention, PastHour, Charts } = (figures?.view ?? {}) as Partial<FiguresViews>;
  const [{ receiver: selected }, changeAddress] = useAddress(homeAddress);
  // Keep the function the same, or every selection would redraw all rows.
  const select = useCallback(
    (rxId: number) => changeAddress(({ receiver }) => ({ receiver: receiver === rxId ? null : rxId }), 'replace'),
    [changeAddress],
  );

  return (
    <OneRetry>
      <div className={styles.top}>
        <Card title="Status">
          <div className={`stack gap-0 ${styles.indicators}`}>
            <ReceiversStatus />
            <BeaconsStatus />
          </div>
          <StatusTally />
          <p className={styles.animals}>{figures && Animals && <Animals figures={figures.ref} />}</p>
        </Card>
        <Card title="Needs attention" aside={<NewAlarms mitasId={mitasId} />}>
          <div className={styles.attention}>{figures && Attention && <Attention figures={figures.ref} />}</div>
        </Card>
        <Card
          title="Contacts per minute"
          aside={
            <Link className={styles.link} href={screenUrl(mitasId, 'receivers/stream')}>
              Live stream
            </Link>
          }
        >
          <div className={`stack align-center ${styles.heard}`}>
            {contactWindow ? <LiveGauge contactWindow={contactWindow} /> : null}
            <div className={styles.pastHour}>{figures && PastHour && <PastHour figures={figures.ref} />}</div>
          </div>
        </Card>
      </div>
      <div className={styles.beside}>
        {props.isEmpty ? null : (
          <div className={styles.list}>
            <Card title="Receivers" aside={<FleetRenewal />}>
              <div className={styles.scrolling} data-scrolls>
                <ReceiverList selected={selected} onReload={props.onReload} onSelect={select} />
              </div>
            </Card>
          </div>
        )}
        <HomeMap {...props} selected={selected} />
      </div>
      <div className={styles.charts}>
        {figures && Charts && !props.isEmpty && <Charts figures={figures.ref} onReload={props.onReload} />}
      </div>
    </OneRetry>
  );
}

/** Shows the number of new alarms, counted as the bell counts them. */
function NewAlarms({ mitasId }: { mitasId: string }) {
  const unseen = useReadModel(({ alarms, account }) => unseenAlarms(alarms, selectedSystem(account)?.lastSeenAlarmId ?? null));
  return (
    <Link className={styles.link} href={screenUrl(mitasId, 'alarms')}>
      {unseen === 0 ? 'Alarms' : `${unseen} new ${unseen === 1 ? 'alarm' : 'alarms'}`}
    </Link>
  );
}

/** Loads the map after Home is first drawn, and keeps its place free until then. */
function HomeMap({ actor, selected, onReload }: ScreenProps<HomeRef> & { selected: number | null }) {
  const home = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => actor.send({ type: 'home.drawn' }), [actor]);
  const again = useCallback(() => actor.send({ type: 'home.again' }), [actor]);
  const { map, view } = home.context;
  const MapCard = view as ComponentType<MapCardProps>;
  return (
    <div className={styles.map}>
      <Card title="Map">
        {home.hasTag('failed') ? (
          <NoMap isDefect={home.hasTag('defect')} onRetry={onReload} onReturn={again} />
        ) : map === null ? (
          <div className={styles.waiting} role="progressbar" aria-label="Loading the map" />
        ) : (
          <MapCard map={map} chosen={selected} onReload={onReload} />
        )}
      </Card>
    </div>
  );
}

/**
 * Says that the map could not be loaded, or that it stopped by a defect. A defect is not blamed on the host
 * (ERR-15).
 */
function NoMap({ isDefect, ...failed }: { isDefect: boolean; onRetry: () => void; onReturn: () => void }) {
  const error = (
    <PartError>
      <FailedNotice level={3} {...failed} />
    </PartError>
  );
  return isDefect ? <Why value={null}>{error}</Why> : error;
}

function FleetRenewal() {
  const fleet = useSelector(useSession().session, (snapshot) => selectResource(snapshot, 'fleet'));
  return <Renewal resource={fleet} isKnown />;
}

function LiveGauge(props: { contactWindow: ContactWindowRef }) {
  const line = useSelector(useSelector(useSession().session, selectSocket), selectLine);
  const gauge = useSelector(props.contactWindow, selectGauge, looksSame);
  if (line === 'failed') return <ContactGauge needle={0} text="–" failed={gaugeFailedText} />;
  // While the line is not open no contacts arrive. A 0 would say that none were heard.
  if (line !== 'open') return <ContactGauge needle={0} text="–" missed={line !== 'connecting'} />;
  return <ContactGauge needle={gauge.needle} text={gauge.text} missed={gauge.missed} />;
}

/** Returns whether two readings look the same, as all readings beyond the end of the gauge do. */
function looksSame(one: GaugeReading, other: GaugeReading): boolean {
  return one.text === other.text && one.needle === other.needle && one.missed === other.missed;
}
