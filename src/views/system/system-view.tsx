import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { SystemFacts } from './system-facts.tsx';

/** Versions, limits and expiry of this system (SYS-14). */
export default function SystemView() {
  return (
    <Page title="System" about="Versions, limits and expiry of this system" actions={<LineNotice />}>
      <SystemFacts />
    </Page>
  );
}
