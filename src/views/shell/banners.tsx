import type { AppRef } from '../../machines/app/app-machine.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { BannerStrip } from '../notices/banner-strip.tsx';
import { ClockNotice } from './clock-notice.tsx';

/** What appears above a system's page. Its code is loaded separately, so no page waits for it. */
export default function Banners({ app, journal }: { app: AppRef; journal: JournalRef }) {
  return (
    <>
      <BannerStrip app={app} />
      <ClockNotice journal={journal} />
    </>
  );
}
