import { useSelector } from '@xstate/react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { ConfigVersionsRef, OpenedVersion } from '../../machines/receiver-editor/config-versions-machine.ts';
import { authorText, wayText } from '../../model/activity/change-words.ts';
import { type Draft, configDifferences, familyIn } from '../../model/receiver-editor/draft.ts';
import type { ReceiverVersion } from '../../model/contract/receiver-history-calls.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { Compared } from './compared.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './receiver-editor.module.css';

type Props = { versions: ConfigVersionsRef; draft: Draft; editable: boolean };

/**
 * Lists a receiver's saved configurations, compares a chosen one with the form, and copies it into the form
 * (CFG-8).
 */
export function ConfigVersions({ versions, draft, editable }: Props) {
  const isOpen = useSelector(versions, (snapshot) => snapshot.hasTag('open'));
  const { answer: opened } = useVersion(versions);
  if (!isOpen) return null;
  const close = (): void => versions.send({ type: 'versions.close' });
  const mayApply = editable && opened !== null && opened.family === familyIn(draft);
  return (
    <DialogHolder onDismiss={close}>
      <DialogFrame
        size="L"
        title="Saved versions"
        buttons={
          <>
            {opened === null ? null : <Button onPress={() => versions.send({ type: 'versions.back' })}>Back</Button>}
            <Button onPress={close}>Close</Button>
            {mayApply ? (
              <Button rank="primary" onPress={() => versions.send({ type: 'versions.apply', config: opened.config })}>
                Copy to the editor
              </Button>
            ) : null}
          </>
        }
      >
        <Body versions={versions} draft={draft} />
      </DialogFrame>
    </DialogHolder>
  );
}

function Body({ versions, draft }: Omit<Props, 'editable'>) {
  const listed = useAnswer(
    useSelector(versions, ({ children }) => children.versions as QuestionRef<readonly ReceiverVersion[]> | undefined),
  );
  const version = useVersion(versions);
  const isComparing = useSelector(versions, (snapshot) => snapshot.hasTag('comparing'));
  const times = useTimes();
  const asked = isComparing ? version : listed;
  if (asked.isFailed)
    return <LoadFailure title="Could not load the saved versions" failure={asked.failure} onRetry={asked.again} />;
  if (version.answer !== null) return <OneVersion opened={version.answer} draft={draft} times={times} />;
  const list = listed.answer;
  if (list === null) return <Skeleton label="Loading the saved versions" bars={4} barHeight={40} />;
  if (list.length === 0)
    return (
      <Notice level={3} title="No saved versions yet">
        Every saved configuration is kept here.
      </Notice>
    );
  return (
    <ul className={styles.versions}>
      {list.map((version) => (
        <li key={version.version}>
          <span>{savedText(version, times)}</span>
          <Greyed isBusy={isComparing}>
            <Button
              aria-label={`Open the version of ${timeText(version.at, times)}`}
              onPress={() => versions.send({ type: 'versions.choose', version: version.version })}
            >
              Open
            </Button>
          </Greyed>
        </li>
      ))}
    </ul>
  );
}

/** Returns the version being compared. */
function useVersion(versions: ConfigVersionsRef) {
  return useAnswer(useSelector(versions, ({ children }) => children.version as QuestionRef<OpenedVersion> | undefined));
}

/** Compares one version with the form. */
function OneVersion({ opened, draft, times }: { opened: OpenedVersion; draft: Draft; times: TimeText }) {
  if (opened.family !== familyIn(draft))
    return <p className={styles.who}>This version is for another model and cannot be copied to the editor.</p>;
  const found = configDifferences(opened.family, draft.config, opened.config);
  return (
    <>
      <p className={styles.who}>{savedText(opened, times)}</p>
      {found.length === 0 ? (
        <p className={styles.who}>It matches the editor.</p>
      ) : (
        <Compared differences={found} before="In the editor" after="In this version" />
      )}
    </>
  );
}

function savedText(version: ReceiverVersion, times: TimeText): string {
  const way = wayText(version);
  return `${timeText(version.at, times)} by ${authorText(version)}${way === '' ? '' : `, ${way}`}`;
}

function timeText(at: number, times: TimeText): string {
  return `${dayText(at, times)}, ${times.clock(at)} ${times.zone(at)}`;
}
