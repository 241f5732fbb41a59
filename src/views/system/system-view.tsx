import { useSelector } from '@xstate/react';
import type { SystemPageRef } from '../../machines/system-page/system-page-machine.ts';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { KeysCard } from '../keys/keys-card.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useHasExpired } from '../session/use-host-clock.ts';
import { HostCheckCard } from './host-check-card.tsx';
import { DataKept } from './data-kept.tsx';
import { JobsCard } from './jobs-card.tsx';

/**
 * How long data are kept (RET-2), receiver keys (SYS-22), the host check for the operator (DOC-12), and
 * background work (JOB-14). Versions, limits and expiry are in Settings (SYS-14).
 */
export default function SystemView({ actor }: ScreenProps<SystemPageRef>) {
  const jobs = useSelector(actor, ({ children }) => children.jobs);
  const retention = useSelector(actor, ({ children }) => children.retention);
  const keys = useSelector(actor, ({ children }) => children.keys);
  const hasExpired = useHasExpired();
  const hostCheck = useSelector(actor, ({ children }) => children.hostCheck);
  return (
    <Page title="System" about="Data kept, receiver keys and background work" actions={<LineNotice />}>
      <OneRetry>
        {hostCheck === undefined ? null : <HostCheckCard check={hostCheck} />}
        {retention === undefined ? null : <DataKept retention={retention} />}
        {keys === undefined ? null : (
          <KeysCard
            keys={keys}
            title="Receiver keys"
            sort="receiver"
            about="With a key, receivers send what they hear into this system. A key belongs to the system, not to the person who creates it."
            whyNone={hasExpired ? 'The system has expired' : null}
          />
        )}
        {jobs === undefined ? null : <JobsCard jobs={jobs} />}
      </OneRetry>
    </Page>
  );
}
