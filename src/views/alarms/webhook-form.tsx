import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { WebhookRef } from '../../machines/webhook/webhook-machine.ts';
import { addressTrouble, secretTrouble } from '../../model/entities/webhook.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import styles from './alarm-settings.module.css';

/** Sets the webhook. What is typed is kept only in this form and lost when it closes (ALM-16). */
export function WebhookForm({ webhook }: { webhook: WebhookRef }) {
  const { status, failure } = useSelector(webhook, (snapshot) => snapshot.context);
  const busy = useSelector(webhook, (snapshot) => snapshot.hasTag('busy'));
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const troubles = { url: addressTrouble(url.trim()), secret: secretTrouble(secret) };
  const isWhole = troubles.url === null && troubles.secret === null;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole && !busy) webhook.send({ type: 'webhook.save', url: url.trim(), secret });
  };
  return (
    <form className={styles.webhookForm} onSubmit={save} autoComplete="off">
      {status === null ? null : (
        <p className="quiet">{`Replaces the webhook at ${status.server}, which can no longer be read.`}</p>
      )}
      <TextField
        autoFocus
        label="Address"
        value={url}
        onChange={setUrl}
        inputMode="url"
        autoComplete="off"
        width="100%"
        isReadOnly={busy}
        {...invalid(url === '' ? null : troubles.url)}
      />
      <TextField
        label="Secret"
        value={secret}
        onChange={setSecret}
        type="password"
        autoComplete="new-password"
        width="100%"
        isReadOnly={busy}
        description="16 to 256 characters. It will not be shown again."
        {...invalid(secret === '' ? null : troubles.secret)}
      />
      {failure === null ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className="wrap gap-8-12">
        <Greyed why={isWhole ? null : troubles.url === null ? 'Enter a valid secret' : 'Enter a valid address'}>
          <Button type="submit" rank="primary" isBusy={busy}>
            Save webhook
          </Button>
        </Greyed>
        <Greyed isBusy={busy}>
          <Button onPress={() => webhook.send({ type: 'webhook.cancel' })}>Cancel</Button>
        </Greyed>
      </div>
    </form>
  );
}
