import json, os, time, urllib.parse, urllib.request
host, system, key = (os.environ[name] for name in ("HOST", "SYSTEM", "KEY"))

def read(path, **query):
    url = f"{host}/api/mitashost/{system}/{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})
    return json.load(urllib.request.urlopen(request, timeout=60))

for receiver in read("receiver-sites")["receivers"]:
    day = {"antennas": "1,2,3,4,5,6,7,8", "startTime": int(time.time() - 86400) * 1000, "endTime": int(time.time() + 60) * 1000}
    print(receiver["alias"], len(read(f"receivers/{receiver['id']}/contacts", **day)["payload"]))
