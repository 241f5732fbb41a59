import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { type FiguresRef, selectQuestion } from '../../machines/home/figures-machine.ts';
import { attentionOf, isSameAttention, whenText } from '../../model/home/attention.ts';
import { receiversOf } from '../../model/journal/read-models/fleet-selectors.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { statusLooks } from '../controls/status-mark.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useIsReplay } from '../session/use-is-replay.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './attention-list.module.css';

/** Lists what needs attention (NAV-22), each line a link to its subject, or says that nothing does. */
export function AttentionList({ figures }: { figures: FiguresRef }) {
  const { session, contactWindow } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const times = useTimes();
  const { answer: forecasts } = useAnswer(useSelector(figures, (snapshot) => selectQuestion(snapshot, 'forecasts')));
  const isReplay = useIsReplay();
  const lines = useReadModel(({ fleet }) => {
    if (contactWindow === undefined) return [];
    const now = hostNow(contactWindow.getSnapshot().context);
    return attentionOf(receiversOf(fleet), forecasts ?? [], (ts) => whenText(ts, now, (time) => times.stamp(time)), isReplay);
  }, isSameAttention);
  // Until the forecasts have loaded, it is unknown whether something needs attention, so say nothing.
  if (lines.length === 0) return forecasts === null ? null : <p className={styles.nothing}>Nothing needs attention</p>;
  return (
    <ul className="stack gap-0">
      {lines.map(({ key, level, text, search }) => {
        const { color, Icon } = statusLooks[level];
        return (
          <li key={key}>
            <Link className={styles.line} href={`${screenUrl(mitasId, 'receivers')}${search}`}>
              <span className="icon" style={{ color }}>
                <Icon size={18} />
              </span>
              {text}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
