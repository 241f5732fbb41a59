import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { hasRole, researcher } from '../../model/entities/role.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import styles from './home.module.css';

/** Says what to do first in a system without receivers, or whom to ask for it (NAV-33). */
export default function FirstStep() {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const hasSites = useReadModel(({ fleet }) => Object.keys(fleet.sites).length > 0);
  const hasRight = useReadModel(({ account }) => hasRole(selectedSystem(account)?.RoleId ?? Infinity, researcher));
  const isExpired = useHasExpired();
  return (
    <Card label="First step">
      {isExpired || !hasRight ? (
        <Notice title="No receivers yet">
          {isExpired
            ? 'This system has expired and is read-only.'
            : 'Ask a Researcher, Administrator or Owner of this system to add the first receiver.'}
        </Notice>
      ) : (
        <Notice
          title={hasSites ? 'Add your first receiver' : 'Create a site for your first receiver'}
          action={
            <Link className={styles.step} href={screenUrl(mitasId, 'receivers')}>
              {hasSites ? 'Add a receiver' : 'Create a site'}
            </Link>
          }
        >
          {hasSites
            ? 'Once it is online, its contacts, alarms and location show here.'
            : 'A site is a place with one or more receivers, such as a bridge. Its receivers come next.'}
        </Notice>
      )}
    </Card>
  );
}
