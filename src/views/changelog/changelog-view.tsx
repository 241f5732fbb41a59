import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { type Changelog, codeParts, type Version } from '../../model/changelog/changelog.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useAnswer } from '../session/use-answer.ts';
import styles from './changelog.module.css';

/**
 * Lists new features, improvements and fixes by version, and marks what is new since the last visit (NAV-30).
 */
export default function ChangelogView({ actor }: ScreenProps<QuestionRef<Changelog>>) {
  const { answer, isFailed, failure, again } = useAnswer<Changelog>(actor);
  return (
    <Page title="Changelog" about="New features, improvements and fixes by version">
      {isFailed ? <LoadFailure title="Could not load the changelog" failure={failure} onRetry={again} /> : null}
      {answer === null && !isFailed ? <Skeleton label="Loading the changelog" bars={6} barHeight={40} /> : null}
      {answer?.versions.map((version) => (
        <VersionCard key={version.version} version={version} isNew={answer.unseen.includes(version.version)} />
      ))}
    </Page>
  );
}

function VersionCard({ version: { version, date, summary, sections }, isNew }: { version: Version; isNew: boolean }) {
  return (
    <Card
      title={version}
      aside={
        <span className="row wrap gap-12 quiet">
          {isNew ? <span className={styles.new}>New since your last visit</span> : null}
          <time dateTime={date}>{date}</time>
        </span>
      }
    >
      <div className={styles.version}>
        <p>{summary}</p>
        {sections.map(({ title, items }) => (
          <section key={title} aria-label={`${title} of ${version}`}>
            <h3 className={styles.heading}>{title}</h3>
            <ul className={styles.items}>
              {items.map((item) => (
                <li key={item}>
                  {codeParts(item).map(({ text: part, isCode }, at) => (isCode ? <code key={at}>{part}</code> : part))}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}
