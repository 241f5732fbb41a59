import type { JobsRef } from '../../machines/jobs/jobs-machine.ts';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { JobsCard } from './jobs-card.tsx';
import { SystemFacts } from './system-facts.tsx';

/** Versions, limits and expiry of this system (SYS-14), and the work in the background (JOB-14). */
export default function SystemView({ actor }: ScreenProps<JobsRef>) {
  return (
    <Page title="System" about="Versions, limits and expiry of this system" actions={<LineNotice />}>
      <SystemFacts />
      <JobsCard jobs={actor} />
    </Page>
  );
}
