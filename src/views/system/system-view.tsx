import { useSelector } from '@xstate/react';
import type { SystemPageRef } from '../../machines/system-page/system-page-machine.ts';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { HostCheckCard } from './host-check-card.tsx';
import { DataKept } from './data-kept.tsx';
import { JobsCard } from './jobs-card.tsx';
import { SystemFacts } from './system-facts.tsx';

/**
 * Versions, limits and expiry of this system (SYS-14), how the host is for who operates it (DOC-12), how
 * long its data are kept (RET-2), and the work in the background (JOB-14).
 */
export default function SystemView({ actor }: ScreenProps<SystemPageRef>) {
  const jobs = useSelector(actor, ({ children }) => children.jobs);
  const retention = useSelector(actor, ({ children }) => children.retention);
  const hostCheck = useSelector(actor, ({ children }) => children.hostCheck);
  return (
    <Page title="System" about="Versions, limits and expiry of this system" actions={<LineNotice />}>
      <SystemFacts />
      <OneRetry>
        {hostCheck === undefined ? null : <HostCheckCard check={hostCheck} />}
        {retention === undefined ? null : <DataKept retention={retention} />}
        {jobs === undefined ? null : <JobsCard jobs={jobs} />}
      </OneRetry>
    </Page>
  );
}
