import { question } from '../machines/question/question.ts';
import type { QuestionRef } from '../machines/question/question-machine.ts';
import { type Changelog, readChangelog, unseenVersions } from '../model/changelog/changelog.ts';
import type { ScreenProps } from '../views/session/screen-props.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';

/** The changelog screen (NAV-30). */
export default builtScreen({
  actor: ({ preferences }) =>
    question(async (): Promise<Changelog> => {
      const { default: text } = await import('../../CHANGELOG.md?raw');
      const versions = readChangelog(text);
      const unseen = unseenVersions(versions, preferences.changelogSeen());
      preferences.setChangelogSeen(versions[0]?.version ?? '');
      return { versions, unseen };
    }),
  view: later<ScreenProps<QuestionRef<Changelog>>>(() => import('../views/changelog/changelog-view.tsx')),
});
