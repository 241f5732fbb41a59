import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { TagHistory } from '../../model/contract/tag-history-calls.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { parseDashboardUrl, screenUrl } from '../../model/navigation/addresses.ts';
import { recordAt } from '../../model/navigation/routes.ts';
import { tableCsv, tableFileName } from '../../model/tables/table-file.ts';
import { codeNumberText, countText, unknownText } from '../../model/text/number-text.ts';
import {
  lastHeardText,
  libertyText,
  siteCount,
  totalDistanceText,
  visitColumns,
  visitRows,
} from '../../model/visits/visit-rows.ts';
import { visitsAddress, type VisitsState } from '../../model/visits/visits-address.ts';
import { useRelativeNow } from '../alarms/use-relative-now.ts';
import { Card } from '../controls/card.tsx';
import { DataTable } from '../controls/data-table.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry, SmallRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { SaveFile } from '../session/save-file.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './tag.module.css';
import { Timeline } from './timeline.tsx';

const failedWhat = 'Could not load where the tag went';

/** The page of one tag (VISIT-5): what is known of it, and where and when it was heard. */
export default function TagView({ actor }: ScreenProps<QuestionRef<TagHistory>>) {
  const { answer, isFailed, isStale, failure, again } = useAnswer<TagHistory>(actor);
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const [pathname] = useLocation();
  const isGone = failure?.kind === 'server' && failure.code === 404;
  return (
    <Page
      title={answer === null || isGone ? 'Tag' : `${answer.tag.animal.alias} (Tag)`}
      about="Where the animal went, as the receivers heard its tag"
      actions={<LineNotice />}
    >
      <OneRetry>{content()}</OneRetry>
    </Page>
  );

  function content() {
    if (isGone) {
      const id = recordAt(parseDashboardUrl(pathname)?.path ?? '');
      const tags = (
        <Link className="link" href={screenUrl(mitasId, 'animals/tags')}>
          Show all tags
        </Link>
      );
      return <Notice title={`There is no tag ${id} in this system`} action={tags} />;
    }
    if (answer === null)
      return (
        <Card title="Tag">
          {isFailed ? (
            <LoadFailure title="An error occurred" what={failedWhat} failure={failure} onRetry={again} />
          ) : (
            <Skeleton label="Loading the tag" bars={4} barHeight={80} />
          )}
        </Card>
      );
    return (
      <>
        {isStale ? (
          <p className="quiet" role="status">
            {failedWhat}. Showing what was last known. <SmallRetry failure={failure} onRetry={again} />
          </p>
        ) : null}
        {answer.isBehind ? <p role="status">Visits are being computed: these are the ones from before</p> : null}
        <Facts history={answer} />
        <Visited history={answer} />
      </>
    );
  }
}

type Props = { history: TagHistory };

function Facts({ history }: Props) {
  const { tag, visits } = history;
  const { animal, transmitter } = tag;
  const now = useRelativeNow();
  const times = useTimes();
  const stamp = (ts: number | null): string => (ts === null ? unknownText : `${times.stamp(ts)} ${times.zone(ts)}`);
  return (
    <Card title="Tag">
      <FactList
        facts={[
          ['Animal', animal.alias],
          ['Species', animal.species],
          ['Transmitter', transmitter.serialNumber],
          ['Frequency', `${transmitter.frequency.toFixed(3)} MHz`],
          ['Code', codeNumberText(transmitter.codeNumber)],
          ['Emit interval', `${countText(transmitter.emitInterval)} ms`],
          ['Released', stamp(tag.released)],
          ...(tag.retrieved === null ? [] : [['Retrieved', stamp(tag.retrieved)] as const]),
          ['At liberty', libertyText(tag, now) ?? unknownText],
          ['Last heard', lastHeardText(history, now)],
          ['Sites', String(siteCount(visits))],
          ['Distance', totalDistanceText(history) ?? unknownText],
        ]}
      />
    </Card>
  );
}

/** The timeline and the table of the visits; their state is in the address (VISIT-8). */
function Visited({ history }: Props) {
  const { tag, visits, unconfirmed } = history;
  const [state, change] = useAddress(visitsAddress);
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const now = useRelativeNow();
  const times = useTimes();
  const rows = useMemo(() => visitRows(visits, (ts) => times.stamp(ts)), [visits, times]);
  const save: Parameters<typeof SaveFile>[0]['save'] = (time, fileExport) => {
    const name = tableFileName(system, `visits of ${tag.animal.alias}`, times.stamp(time));
    const file = { name, mimeType: 'text/csv;charset=utf-8', parts: [tableCsv(rows, visitColumns, state)] };
    fileExport.send({ type: 'file.save', file });
  };
  return (
    <>
      <Card title="Timeline">
        {visits.length + unconfirmed.length === 0 ? (
          <Notice level={3} title={lastHeardText(history, now)} />
        ) : (
          <Timeline history={history} span={state.span} onSpan={(span) => change((before) => ({ ...before, span }), 'replace')} />
        )}
        {history.leftOut === 0 ? null : (
          <p className={styles.reading}>{`${countText(history.leftOut)} older unconfirmed stretches are left out`}</p>
        )}
      </Card>
      <Card title="Visits">
        <DataTable
          label="Visits"
          columns={visitColumns}
          rows={rows}
          state={state}
          onChange={(next, how) => change((before): VisitsState => ({ ...before, ...next(before) }), how)}
          empty={
            <Notice level={3} title="No visits">
              {unconfirmed.length === 0 ? null : 'The tag was heard, but too little to count as a visit.'}
            </Notice>
          }
          chosen={null}
          rowActions={null}
          toolbar={rows.length === 0 ? null : <SaveFile label="Export CSV" save={save} />}
        />
      </Card>
    </>
  );
}
