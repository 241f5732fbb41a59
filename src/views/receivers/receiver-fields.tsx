import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { aliasMaxLength } from '../../model/entities/receiver.ts';
import { ipCharacters, ipProblem, portProblem } from '../../model/receivers/field-checks.ts';
import { sharedAddressText } from '../../model/receivers/shared-address.ts';
import { invalid } from '../controls/invalid.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { useReadModel } from '../session/session-actors.tsx';

/** The name of a new receiver or site, with its length. */
export function NameField(props: {
  text: string;
  problem: string | null;
  isDisabled?: boolean;
  onChange: (text: string) => void;
}) {
  const { text, problem, isDisabled = false, onChange } = props;
  const length = `${text.trim().length}/${aliasMaxLength}`;
  return (
    <TextField
      autoFocus
      label="Name"
      value={text}
      onChange={onChange}
      onFocus={(event) => (event.target as HTMLInputElement).select()}
      width="100%"
      isDisabled={isDisabled}
      description={length}
      {...invalid(problem && `${problem}, ${length}`)}
    />
  );
}

/** Returns the typed address, how to change it, and why each part is refused (RX-4, RX-5). */
export function useTypedAddress(seen: { ipAddress: string; portNumber: number }) {
  const [ip, setIp] = useState(seen.ipAddress);
  const [port, setPort] = useState(String(seen.portNumber));
  const ipError = ipProblem(ip);
  const portError = portProblem(port);
  return { ip, setIp, ipError, port, setPort, portError, valid: ipError === null && portError === null };
}

type AddressProps = {
  address: ReturnType<typeof useTypedAddress>;
  /** The receiver whose address is edited; null for a new receiver. */
  ownId: number | null;
  autoFocus?: boolean;
  isDisabled?: boolean;
};

/** The fields of an address. They warn if another receiver has the same address (RX-50). */
export function AddressFields(props: AddressProps) {
  const { ip, setIp, ipError, port, setPort, portError } = props.address;
  const isDisabled = props.isDisabled ?? false;
  const shared = useReadModel(({ fleet }) =>
    sharedAddressText(Object.values(fleet.receivers), { ipAddress: ip, portNumber: Number(port) }, props.ownId),
  );
  return (
    <>
      <TextField
        autoFocus={props.autoFocus ?? false}
        label="IP address"
        value={ip}
        onChange={(text) => setIp(ipCharacters(text))}
        inputMode="decimal"
        width="100%"
        isDisabled={isDisabled}
        {...invalid(ipError)}
      />
      <TextField
        label="Port"
        value={port}
        onChange={setPort}
        inputMode="numeric"
        width="100%"
        isDisabled={isDisabled}
        {...invalid(portError)}
      />
      <div aria-live="polite">{shared === null ? null : <StatusMark status="warning" text={shared} />}</div>
    </>
  );
}

/**
 * A coordinate in degrees, from -`most` to `most` (RX-6). It asks for no decimal keypad, because a phone's
 * has no minus.
 */
export function DegreesField(props: {
  label: string;
  most: 90 | 180;
  text: string;
  isValid: boolean;
  isDisabled: boolean;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}) {
  const { label, most, text, isValid, isDisabled, onChange } = props;
  return (
    <TextField
      autoFocus={props.autoFocus ?? false}
      label={label}
      value={text}
      onChange={onChange}
      width="100%"
      isDisabled={isDisabled}
      {...invalid(isValid ? null : `Degrees from -${most} to ${most}`)}
    />
  );
}
