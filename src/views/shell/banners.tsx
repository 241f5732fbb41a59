import type { AppRef } from '../../machines/app/app-machine.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { BannerStrip } from '../notices/banner-strip.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { useOpener } from './use-opener.ts';

/** What stands above a page of a system, and what gives it the focus back: no page waits for its code. */
export default function Banners({ app, journal }: { app: AppRef; journal: JournalRef }) {
  useOpener();
  return (
    <>
      <BannerStrip app={app} />
      <ClockNotice journal={journal} />
    </>
  );
}
