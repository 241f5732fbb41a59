import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseFailure } from '../../../../host/platform/store/database-failure.ts';
import { DiskFullError } from '../../../../host/platform/store/storage-watch.ts';

function sqlError(code: string, message = 'said by the server'): DatabaseError {
  const error = new DatabaseError(message, 1, 'error');
  error.code = code;
  return error;
}
const systemError = (code: string, more: object = { syscall: 'connect' }) => Object.assign(new Error(code), { code, ...more });

describe('a failure of the database', () => {
  test.each([
    ['the server stops', sqlError('57P01')],
    ['a backend was killed', sqlError('57P02')],
    ['the server starts', sqlError('57P03')],
    ['the database was dropped', sqlError('57P04')],
    ['it sat idle for too long', sqlError('57P05')],
    ['the connection broke', sqlError('08006')],
    ['there are too many connections', sqlError('53300')],
    ['a file could not be read', sqlError('58030', 'could not read block 3')],
    ['the login is refused', sqlError('28P01')],
    ['nobody listens', systemError('ECONNREFUSED')],
    ['the line was cut', systemError('ECONNRESET', { syscall: 'read' })],
    ['every address refuses', new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNREFUSED')])],
    ['pg says it in words', new Error('Connection terminated unexpectedly')],
    ['the server has hung up', Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })],
    ['the pool waited in vain', new Error('timeout exceeded when trying to connect')],
    ['it is the cause of another', new Error('The tables could not be made', { cause: sqlError('57P01') })],
  ])('is that it is away, when %s', (_when, error) => {
    expect(databaseFailure(error)).toBe('away');
  });

  test.each([
    ['the server says so', sqlError('53100', 'could not extend file "base/5/16384": No space left on device')],
    [
      'a file could not be written for it',
      sqlError('58030', 'could not write to file "pg_wal/xlogtemp.7": No space left on device'),
    ],
    ['the host has refused itself', new DiskFullError('full')],
  ])('is that its disk is full, when %s', (_when, error) => {
    expect(databaseFailure(error)).toBe('full');
  });

  test.each([
    ['a row is there already', sqlError('23505')],
    ['a statement is wrong', sqlError('42601')],
    ['a statement took too long', sqlError('57014')],
    ['two writers met', sqlError('40P01')],
    ['a sender hung up', systemError('ECONNRESET', {})],
    ['a file is not there', systemError('ENOENT', { syscall: 'open' })],
    ['it is a defect', new TypeError('undefined is not a function')],
    ['it is no error', 'Connection terminated'],
  ])('is none, when %s', (_when, error) => {
    expect(databaseFailure(error)).toBeUndefined();
  });
});
