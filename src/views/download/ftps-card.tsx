import { Link } from 'wouter';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './download.module.css';

/** Where programs fetch the files, and who they are there (FILE-11). */
export function FtpsCard() {
  const url = useReadModel(({ account }) => selectedSystem(account)?.url ?? '');
  const mitasId = useReadModel(({ account }) => selectedSystem(account)?.mitasId ?? '');
  const username = useReadModel(({ account }) => account.account?.username ?? '');
  const port = useReadModel(({ host }) => host.config?.ftpsPort ?? null);
  return (
    <Card title="FTP info">
      <FactList
        facts={[
          ['Server url', url],
          ['Ftps port', port === null ? '–' : String(port)],
        ]}
      />
      <p className={styles.note}>Contact us if you need a username and password</p>
      <p className={styles.note}>
        Your username is <code>{`${mitasId}.${username}`}</code>. For the password, create a key in{' '}
        <Link className={styles.link} href={screenUrl(mitasId, 'receivers/settings')}>
          Settings, Keys for programs
        </Link>
        .
      </p>
    </Card>
  );
}
