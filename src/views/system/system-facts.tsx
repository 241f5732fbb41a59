import { shallowEqual, useSelector } from '@xstate/react';
import { type ReactNode } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { clockSyncText } from '../../model/entities/clock-sync.ts';
import type { HostConfig } from '../../model/entities/system.ts';
import { expiryState, type FactLevel, systemStatus } from '../../model/entities/system-facts.ts';
import { receiverCount } from '../../model/journal/read-models/fleet-selectors.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';

const looks: Readonly<Record<FactLevel, StatusLook>> = { good: 'online', near: 'warning', bad: 'offline' };

/** What the session knows of its system: its status, versions and limits (SYS-2). */
export function SystemFacts() {
  const config = useReadModel(({ host }) => host.config);
  const receivers = useReadModel(({ fleet }) => receiverCount(fleet));
  if (config === null) return null;
  const status = systemStatus(config);
  const facts: readonly [string, ReactNode][] = [
    ['System status', <StatusMark key="status" status={looks[status.level]} text={status.text} />],
    ['Host version', config.hostVersion],
    ['Database version', config.dbVersion],
    ['Max receivers', `${config.maxReceivers.toLocaleString('en-US')}, ${receivers.toLocaleString('en-US')} of them in use`],
    ['Expiry', <Expiry key="expiry" expiry={config.expiry} />],
    ['Clock sync interval', clockSyncText(config.clockSyncInterval)],
  ];
  return (
    <Card title="About this system">
      <FactList facts={facts} />
    </Card>
  );
}

function Expiry({ expiry }: Pick<HostConfig, 'expiry'>) {
  const times = useTimes();
  const { contactWindow } = useSession();
  const state = useSelector(
    contactWindow,
    (snapshot) => expiryState(expiry, snapshot === undefined ? 0 : hostNow(snapshot.context)),
    shallowEqual,
  );
  if (expiry === null) return 'Never';
  return (
    <span className="row wrap gap-0-12">
      {dayText(expiry, times)}
      {state === null ? null : <StatusMark status={looks[state.level]} text={state.text} />}
    </span>
  );
}
