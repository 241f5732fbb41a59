import { useSelector } from '@xstate/react';
import { lazy } from 'react';
import { Link } from 'wouter';
import { type ContactWindowRef, selectGauge } from '../../machines/contact-window/contact-window-machine.ts';
import { selectOperations, selectResource, selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import { selectHeld, selectPending } from '../../machines/operations/operations-selectors.ts';
import { selectStale } from '../../machines/resource/resource-machine.ts';
import { selectLine } from '../../machines/socket/socket-selectors.ts';
import { aboutHome } from '../../model/entities/contact-source.ts';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { receiverIndicator } from '../../model/entities/receiver-health.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { beaconStatus } from '../../model/journal/read-models/beacons.ts';
import { receiversBySite, receiversOf, statusCounts } from '../../model/journal/read-models/fleet-selectors.ts';
import { gaugeFailedText } from '../../model/live/line-text.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { homeAddress } from '../../model/navigation/home-address.ts';
import { Card } from '../controls/card.tsx';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import { Page } from '../controls/page.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { ContactGauge } from './contact-gauge.tsx';
import { HomeLine } from './home-line.tsx';
import styles from './home.module.css';
import { ReceiverList } from './receiver-list.tsx';
import { StatusIndicator, StatusTally } from './status-indicators.tsx';

const HeldEdits = lazy(() => import('./held-edits.tsx'));

const receiverWords = { disabled: 'None enabled', error: 'Not all online', ok: 'All online' } as const;
const beaconWords = { disabled: 'No beacons', error: 'Not all heard', ok: 'All heard' } as const;

/** NAV-16: status indicators, contacts per minute, receivers by site; all of it live. */
export default function HomeView(props: { onReload: () => void }) {
  const { session, contactWindow } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const fleetLoad = useSelector(session, (snapshot) => selectResource(snapshot, 'fleet'));
  const stale = useSelector(fleetLoad, selectStale);
  const fleet = useReadModel((models) => models.fleet);
  const beacons = useReadModel((models) => models.beacons);
  const system = useReadModel((models) => selectedSystem(models.account));
  const held = useSelector(useSelector(session, selectOperations), (snapshot) => selectHeld(selectPending(snapshot)).length > 0);
  const [{ receiver: selected }, choose] = useAddress(homeAddress);
  const receivers = receiversOf(fleet);
  const enabled = receivers.filter((rx) => rx.enabled).length;
  const counts = statusCounts(fleet);
  const level = receiverIndicator(receivers);
  const beacon = beaconStatus(beacons);

  return (
    <Page title="Home" about={system ? aboutHome(system) : ''} actions={<HomeLine />}>
      <div className={styles.top}>
        <Card title="Status">
          <StatusIndicator
            label="Receivers"
            level={level}
            word={receiverWords[level]}
            count={`${counts.online} of ${enabled} online`}
          />
          <StatusIndicator
            label="Beacons"
            level={beacon.indicator}
            word={beaconWords[beacon.indicator]}
            count={beacon.all === 0 ? '' : `${beacon.recent} of ${beacon.all} in the past hour`}
          />
          <StatusTally counts={counts} />
        </Card>
        <Card
          title="Contacts per minute"
          aside={
            <Link className={styles.link} href={screenUrl(mitasId, 'receivers/stream')}>
              Live stream
            </Link>
          }
        >
          {contactWindow ? <LiveGauge contactWindow={contactWindow} /> : null}
        </Card>
      </div>
      {held ? (
        <LoadBoundary level={2} waiting={null} onRetry={props.onReload}>
          <HeldEdits />
        </LoadBoundary>
      ) : null}
      <Card title="Receivers" aside={stale ? <span className={styles.stale}>Renewing…</span> : undefined}>
        <ReceiverList
          groups={receiversBySite(fleet)}
          selected={selected}
          editable={system !== undefined && hasRole(system.RoleId, researcher)}
          onReload={props.onReload}
          onSelect={(rxId) => choose({ receiver: rxId === selected ? null : rxId }, 'replace')}
        />
      </Card>
    </Page>
  );
}

function LiveGauge(props: { contactWindow: ContactWindowRef }) {
  const line = useSelector(useSelector(useSession().session, selectSocket), selectLine);
  const gauge = useSelector(props.contactWindow, selectGauge, (a, b) => a.text === b.text && a.needle === b.needle);
  if (line === 'failed') return <ContactGauge needle={0} text="–" failed={gaugeFailedText} />;
  // Nothing comes over a line that is cut; a 0 would say that nothing was heard.
  return line === 'open' ? <ContactGauge needle={gauge.needle} text={gauge.text} /> : <ContactGauge needle={0} text="–" />;
}
