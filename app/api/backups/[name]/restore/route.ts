import { restoreBackup } from "@/lib/backups/restore";
import { BackupParams, BackupRestored } from "@/lib/contract/backups";
import { methods, route } from "@/lib/http/route";
import { actorOf } from "@/lib/http/request-actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ params: BackupParams, output: BackupRestored }, ({ app, params, request }) =>
    restoreBackup(app, params.name, actorOf(request)),
  ),
});
