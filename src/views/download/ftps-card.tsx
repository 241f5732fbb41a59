import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ftpsOffer } from '../../model/entities/system-facts.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { Card } from '../controls/card.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './download.module.css';

/** Shows where programs fetch the files, and with which login (FILE-11). */
export function FtpsCard() {
  const config = useReadModel(({ host }) => host.config);
  const offer = ftpsOffer(config);
  return (
    <Card title="FTP info">
      {offer.isServed ? <FtpsPlace port={offer.port} /> : offer.notes.map((note) => <Note key={note}>{note}</Note>)}
    </Card>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className={`quiet line-20 breaks above-8 ${styles.note}`}>{children}</p>;
}

function FtpsPlace({ port }: { port: number | null }) {
  const url = useReadModel(({ account }) => selectedSystem(account)?.url ?? '');
  const mitasId = useReadModel(({ account }) => selectedSystem(account)?.mitasId ?? '');
  const username = useReadModel(({ account }) => account.account?.username ?? '');
  return (
    <>
      <FactList
        facts={[
          ['Server', url],
          ['FTPS port', port === null ? '–' : String(port)],
        ]}
      />
      <Note>Contact us if you need a username and password</Note>
      <Note>
        Your username is <code>{`${mitasId}.${username}`}</code>. For the password, create a key in{' '}
        <Link className={styles.link} href={screenUrl(mitasId, 'receivers/settings')}>
          Settings, API keys
        </Link>
        .
      </Note>
    </>
  );
}
