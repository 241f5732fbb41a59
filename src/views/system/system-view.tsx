import type { RetentionRef } from '../../machines/retention/retention-machine.ts';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { DataKept } from './data-kept.tsx';
import { SystemFacts } from './system-facts.tsx';

/** Versions, limits and expiry of this system (SYS-14), and how long its data are kept (RET-2). */
export default function SystemView({ actor }: ScreenProps<RetentionRef>) {
  return (
    <Page title="System" about="Versions, limits and expiry of this system" actions={<LineNotice />}>
      <SystemFacts />
      <DataKept retention={actor} />
    </Page>
  );
}
