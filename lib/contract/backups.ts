/** Backups of the database: list, make one now, go back to one. */
import { z } from "zod";
import { EpochMs } from "./common";

/** `<label>-<time>.db`; nothing else in the folder is a backup. */
export const BackupName = z
  .string()
  .max(100)
  .regex(/^[a-z]+(?:-[a-z]+)*-\d{1,16}(?:-\d{1,4})?\.db$/);

export const Backup = z
  .object({
    name: z.string(),
    /** `daily`, `manual`, `before-migration`, `before-restore`, `after-deletion`. */
    label: z.string(),
    created_at: EpochMs,
    /** Bytes. */
    size: z.number().int(),
  })
  .meta({ id: "Backup" });
export type Backup = z.infer<typeof Backup>;

export const BackupList = z.object({ backups: z.array(Backup) }).meta({ id: "BackupList" });
export type BackupList = z.infer<typeof BackupList>;

export const BackupMade = z.object({ ok: z.literal(true), backup: Backup }).meta({ id: "BackupMade" });
export type BackupMade = z.infer<typeof BackupMade>;

export const BackupParams = z.object({ name: z.string().max(200) });

export const BackupRestored = z
  .object({
    ok: z.literal(true),
    restored: z.string(),
    /** The store as it was a moment before: restoring it takes this back. */
    saved_as: z.string(),
    /** Rows by table, as they are now. */
    counts: z.record(z.string(), z.number().int()),
  })
  .meta({ id: "BackupRestored" });
export type BackupRestored = z.infer<typeof BackupRestored>;
